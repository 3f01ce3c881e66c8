import Activity from 'lucide-react/icons/activity'
import Bell from 'lucide-react/icons/bell'
import Calendar from 'lucide-react/icons/calendar'
import Chart from 'lucide-react/icons/chart-column'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Columns from 'lucide-react/icons/columns-3'
import Dashboard from 'lucide-react/icons/layout-dashboard'
import Download from 'lucide-react/icons/download'
import Film from 'lucide-react/icons/film'
import Filter from 'lucide-react/icons/list-filter'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Globe from 'lucide-react/icons/globe'
import Grid from 'lucide-react/icons/layout-grid'
import Grip from 'lucide-react/icons/grip-vertical'
import Help from 'lucide-react/icons/circle-question-mark'
import Home from 'lucide-react/icons/house'
import LinkGlyph from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import Maximize from 'lucide-react/icons/maximize'
import Menu from 'lucide-react/icons/menu'
import Minus from 'lucide-react/icons/minus'
import Panel from 'lucide-react/icons/panel-left'
import Pencil from 'lucide-react/icons/pencil'
import Radio from 'lucide-react/icons/radio'
import Server from 'lucide-react/icons/server'
import Settings from 'lucide-react/icons/settings'
import Star from 'lucide-react/icons/star'
import Trash from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import Zap from 'lucide-react/icons/zap'
import { makeIcon } from './make-icon.tsx'

/** Icons of the product's subjects; in a separate file, so that the sign-in pages do not load them. */
export const ActivityIcon = /* @__PURE__ */ makeIcon(Activity)
export const BellIcon = /* @__PURE__ */ makeIcon(Bell)
export const CalendarIcon = /* @__PURE__ */ makeIcon(Calendar)
export const ChartIcon = /* @__PURE__ */ makeIcon(Chart)
export const ChevronUpIcon = /* @__PURE__ */ makeIcon(ChevronUp)
export const ColumnsIcon = /* @__PURE__ */ makeIcon(Columns)
export const DashboardIcon = /* @__PURE__ */ makeIcon(Dashboard)
export const DownloadIcon = /* @__PURE__ */ makeIcon(Download)
export const FilmIcon = /* @__PURE__ */ makeIcon(Film)
export const FilterIcon = /* @__PURE__ */ makeIcon(Filter)
export const FingerprintIcon = /* @__PURE__ */ makeIcon(Fingerprint)
export const GlobeIcon = /* @__PURE__ */ makeIcon(Globe)
export const GridIcon = /* @__PURE__ */ makeIcon(Grid)
export const GripIcon = /* @__PURE__ */ makeIcon(Grip)
export const HelpIcon = /* @__PURE__ */ makeIcon(Help)
export const HomeIcon = /* @__PURE__ */ makeIcon(Home)
export const LinkIcon = /* @__PURE__ */ makeIcon(LinkGlyph)
export const LockIcon = /* @__PURE__ */ makeIcon(Lock)
export const LogOutIcon = /* @__PURE__ */ makeIcon(LogOut)
export const MaximizeIcon = /* @__PURE__ */ makeIcon(Maximize)
export const MenuIcon = /* @__PURE__ */ makeIcon(Menu)
export const MinusIcon = /* @__PURE__ */ makeIcon(Minus)
export const PanelIcon = /* @__PURE__ */ makeIcon(Panel)
export const PencilIcon = /* @__PURE__ */ makeIcon(Pencil)
export const RadioIcon = /* @__PURE__ */ makeIcon(Radio)
export const ServerIcon = /* @__PURE__ */ makeIcon(Server)
export const SettingsIcon = /* @__PURE__ */ makeIcon(Settings)
export const StarIcon = /* @__PURE__ */ makeIcon(Star)
export const TrashIcon = /* @__PURE__ */ makeIcon(Trash)
export const UploadIcon = /* @__PURE__ */ makeIcon(Upload)
export const UserPlusIcon = /* @__PURE__ */ makeIcon(UserPlus)
export const UsersIcon = /* @__PURE__ */ makeIcon(Users)
export const ZapIcon = /* @__PURE__ */ makeIcon(Zap)
