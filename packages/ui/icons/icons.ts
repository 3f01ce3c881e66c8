import Alert from 'lucide-react/icons/triangle-alert'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Check from 'lucide-react/icons/check'
import CheckCircle from 'lucide-react/icons/circle-check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Circle from 'lucide-react/icons/circle'
import Close from 'lucide-react/icons/x'
import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import ErrorGlyph from 'lucide-react/icons/circle-alert'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Info from 'lucide-react/icons/info'
import Key from 'lucide-react/icons/key'
import More from 'lucide-react/icons/ellipsis'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import Refresh from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import { makeIcon } from './make-icon.tsx'

/** Icons of the kit's own components and of the sign-in pages, which every visitor loads. */
export const AlertIcon = /* @__PURE__ */ makeIcon(Alert)
export const ArrowDownIcon = /* @__PURE__ */ makeIcon(ArrowDown)
export const ArrowLeftIcon = /* @__PURE__ */ makeIcon(ArrowLeft)
export const ArrowRightIcon = /* @__PURE__ */ makeIcon(ArrowRight)
export const ArrowUpIcon = /* @__PURE__ */ makeIcon(ArrowUp)
export const CheckIcon = /* @__PURE__ */ makeIcon(Check)
export const CheckCircleIcon = /* @__PURE__ */ makeIcon(CheckCircle)
export const ChevronDownIcon = /* @__PURE__ */ makeIcon(ChevronDown)
export const ChevronLeftIcon = /* @__PURE__ */ makeIcon(ChevronLeft)
export const ChevronRightIcon = /* @__PURE__ */ makeIcon(ChevronRight)
export const CircleIcon = /* @__PURE__ */ makeIcon(Circle)
export const CloseIcon = /* @__PURE__ */ makeIcon(Close)
export const CodeIcon = /* @__PURE__ */ makeIcon(Code)
export const CopyIcon = /* @__PURE__ */ makeIcon(Copy)
export const ErrorIcon = /* @__PURE__ */ makeIcon(ErrorGlyph)
export const ExternalLinkIcon = /* @__PURE__ */ makeIcon(ExternalLink)
export const EyeIcon = /* @__PURE__ */ makeIcon(Eye)
export const EyeOffIcon = /* @__PURE__ */ makeIcon(EyeOff)
export const InfoIcon = /* @__PURE__ */ makeIcon(Info)
export const KeyIcon = /* @__PURE__ */ makeIcon(Key)
export const MoreIcon = /* @__PURE__ */ makeIcon(More)
export const PauseIcon = /* @__PURE__ */ makeIcon(Pause)
export const PlayIcon = /* @__PURE__ */ makeIcon(Play)
export const PlusIcon = /* @__PURE__ */ makeIcon(Plus)
export const RefreshIcon = /* @__PURE__ */ makeIcon(Refresh)
export const SearchIcon = /* @__PURE__ */ makeIcon(Search)
