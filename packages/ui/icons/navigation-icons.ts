import { AlertIcon, CodeIcon, EyeIcon } from './icons.ts'
import {
  ActivityIcon,
  BellIcon,
  ChartIcon,
  DashboardIcon,
  FilmIcon,
  GridIcon,
  HomeIcon,
  RadioIcon,
  UsersIcon,
} from './subject-icons.ts'

/** Icons of the side navigation by name: screens name theirs, so that the first page loads no icons for them. */
export const navigationIcons = {
  activity: ActivityIcon,
  alert: AlertIcon,
  bell: BellIcon,
  chart: ChartIcon,
  code: CodeIcon,
  dashboard: DashboardIcon,
  eye: EyeIcon,
  film: FilmIcon,
  grid: GridIcon,
  home: HomeIcon,
  radio: RadioIcon,
  users: UsersIcon,
}

export type NavigationIcon = keyof typeof navigationIcons
