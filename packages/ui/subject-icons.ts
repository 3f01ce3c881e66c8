import Activity from 'lucide-react/icons/activity'
import Bell from 'lucide-react/icons/bell'
import Book from 'lucide-react/icons/book-open'
import Building from 'lucide-react/icons/building-2'
import Calendar from 'lucide-react/icons/calendar'
import Chart from 'lucide-react/icons/chart-column'
import ChevronUp from 'lucide-react/icons/chevron-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Clock from 'lucide-react/icons/clock'
import Columns from 'lucide-react/icons/columns-3'
import CreditCard from 'lucide-react/icons/credit-card'
import Dashboard from 'lucide-react/icons/layout-dashboard'
import Download from 'lucide-react/icons/download'
import FileGlyph from 'lucide-react/icons/file-text'
import Film from 'lucide-react/icons/film'
import Filter from 'lucide-react/icons/list-filter'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Flag from 'lucide-react/icons/flag'
import Globe from 'lucide-react/icons/globe'
import Grid from 'lucide-react/icons/layout-grid'
import Grip from 'lucide-react/icons/grip-vertical'
import Help from 'lucide-react/icons/circle-question-mark'
import Home from 'lucide-react/icons/house'
import LinkGlyph from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Maximize from 'lucide-react/icons/maximize'
import Menu from 'lucide-react/icons/menu'
import Minus from 'lucide-react/icons/minus'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Panel from 'lucide-react/icons/panel-left'
import Pencil from 'lucide-react/icons/pencil'
import Radio from 'lucide-react/icons/radio'
import Server from 'lucide-react/icons/server'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import Sparkles from 'lucide-react/icons/sparkles'
import Star from 'lucide-react/icons/star'
import Sun from 'lucide-react/icons/sun'
import Tag from 'lucide-react/icons/tag'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import Upload from 'lucide-react/icons/upload'
import User from 'lucide-react/icons/user'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import Webhook from 'lucide-react/icons/webhook'
import Zap from 'lucide-react/icons/zap'
import { makeIcon } from './make-icon.tsx'

/** What the application is about; apart from the marks, so that the sign-in pages do without them. */
export const ActivityIcon = /* @__PURE__ */ makeIcon(Activity)
export const BellIcon = /* @__PURE__ */ makeIcon(Bell)
export const BookIcon = /* @__PURE__ */ makeIcon(Book)
export const BuildingIcon = /* @__PURE__ */ makeIcon(Building)
export const CalendarIcon = /* @__PURE__ */ makeIcon(Calendar)
export const ChartIcon = /* @__PURE__ */ makeIcon(Chart)
export const ChevronUpIcon = /* @__PURE__ */ makeIcon(ChevronUp)
export const ChevronsUpDownIcon = /* @__PURE__ */ makeIcon(ChevronsUpDown)
export const ClockIcon = /* @__PURE__ */ makeIcon(Clock)
export const ColumnsIcon = /* @__PURE__ */ makeIcon(Columns)
export const CreditCardIcon = /* @__PURE__ */ makeIcon(CreditCard)
export const DashboardIcon = /* @__PURE__ */ makeIcon(Dashboard)
export const DownloadIcon = /* @__PURE__ */ makeIcon(Download)
export const FileIcon = /* @__PURE__ */ makeIcon(FileGlyph)
export const FilmIcon = /* @__PURE__ */ makeIcon(Film)
export const FilterIcon = /* @__PURE__ */ makeIcon(Filter)
export const FingerprintIcon = /* @__PURE__ */ makeIcon(Fingerprint)
export const FlagIcon = /* @__PURE__ */ makeIcon(Flag)
export const GlobeIcon = /* @__PURE__ */ makeIcon(Globe)
export const GridIcon = /* @__PURE__ */ makeIcon(Grid)
export const GripIcon = /* @__PURE__ */ makeIcon(Grip)
export const HelpIcon = /* @__PURE__ */ makeIcon(Help)
export const HomeIcon = /* @__PURE__ */ makeIcon(Home)
export const LinkIcon = /* @__PURE__ */ makeIcon(LinkGlyph)
export const LockIcon = /* @__PURE__ */ makeIcon(Lock)
export const LogInIcon = /* @__PURE__ */ makeIcon(LogIn)
export const LogOutIcon = /* @__PURE__ */ makeIcon(LogOut)
export const MailIcon = /* @__PURE__ */ makeIcon(Mail)
export const MaximizeIcon = /* @__PURE__ */ makeIcon(Maximize)
export const MenuIcon = /* @__PURE__ */ makeIcon(Menu)
export const MinusIcon = /* @__PURE__ */ makeIcon(Minus)
export const MonitorIcon = /* @__PURE__ */ makeIcon(Monitor)
export const MoonIcon = /* @__PURE__ */ makeIcon(Moon)
export const PanelIcon = /* @__PURE__ */ makeIcon(Panel)
export const PencilIcon = /* @__PURE__ */ makeIcon(Pencil)
export const RadioIcon = /* @__PURE__ */ makeIcon(Radio)
export const ServerIcon = /* @__PURE__ */ makeIcon(Server)
export const SettingsIcon = /* @__PURE__ */ makeIcon(Settings)
export const ShieldIcon = /* @__PURE__ */ makeIcon(Shield)
export const SlidersIcon = /* @__PURE__ */ makeIcon(Sliders)
export const SparklesIcon = /* @__PURE__ */ makeIcon(Sparkles)
export const StarIcon = /* @__PURE__ */ makeIcon(Star)
export const SunIcon = /* @__PURE__ */ makeIcon(Sun)
export const TagIcon = /* @__PURE__ */ makeIcon(Tag)
export const TrashIcon = /* @__PURE__ */ makeIcon(Trash)
export const UndoIcon = /* @__PURE__ */ makeIcon(Undo)
export const UploadIcon = /* @__PURE__ */ makeIcon(Upload)
export const UserIcon = /* @__PURE__ */ makeIcon(User)
export const UserPlusIcon = /* @__PURE__ */ makeIcon(UserPlus)
export const UsersIcon = /* @__PURE__ */ makeIcon(Users)
export const VideoIcon = /* @__PURE__ */ makeIcon(Video)
export const WebhookIcon = /* @__PURE__ */ makeIcon(Webhook)
export const ZapIcon = /* @__PURE__ */ makeIcon(Zap)
