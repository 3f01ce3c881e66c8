import type { ComponentType } from 'react'
import type { Flags } from '@playhead/domain/flags.ts'
import { AlertIcon, CodeIcon, EyeIcon } from '@playhead/ui/icons/icons.ts'
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
} from '@playhead/ui/icons/subject-icons.ts'

type Icon = ComponentType<{ size?: number }>

interface NavigationEntry {
  label: string
  icon: Icon
  scope: 'organization' | 'environment'
  /** The path below its scope; also decides whether the entry is the active one. */
  address: string
  /** The link's target, if it differs from the address. */
  target?: (flags: Flags) => string
  isShown?: (flags: Flags) => boolean
}

interface NavigationSection {
  title: 'Environments' | 'Data' | 'Video' | 'Account'
  isShown?: (flags: Flags) => boolean
  entries: NavigationEntry[]
}

const inEnvironment = (
  label: string,
  icon: Icon,
  address: string,
  more: Partial<NavigationEntry> = {},
): NavigationEntry => ({ label, icon, scope: 'environment', address, ...more })

/** SHELL-062 … SHELL-067; an entry shows once its screen exists. */
export const navigationSections: NavigationSection[] = [
  {
    title: 'Environments',
    entries: [
      { label: 'Environments', icon: GridIcon, scope: 'organization', address: 'environments' },
      inEnvironment('Engagement', UsersIcon, 'engagement'),
    ],
  },
  {
    title: 'Data',
    entries: [
      inEnvironment('Overview', HomeIcon, 'data'),
      inEnvironment('Monitoring', ActivityIcon, 'monitoring', { isShown: (f) => f.realtime }),
      inEnvironment('Metrics', ChartIcon, 'metrics'),
      inEnvironment('Custom Dashboards', DashboardIcon, 'custom-dashboards', {
        isShown: (flags) => flags.customDashboards,
      }),
      inEnvironment('Errors', AlertIcon, 'errors'),
      inEnvironment('Views', EyeIcon, 'views'),
      inEnvironment('Alerts', BellIcon, 'alerts', {
        target: (flags) => (flags.alertingV2 ? 'alerts/incidents?status=open' : 'alerts'),
      }),
    ],
  },
  {
    title: 'Video',
    isShown: (flags) => flags.video,
    entries: [
      inEnvironment('Assets', FilmIcon, 'video/assets'),
      inEnvironment('Live Streams', RadioIcon, 'video/live-streams'),
    ],
  },
  { title: 'Account', entries: [inEnvironment('API Activity', CodeIcon, 'activity')] },
]
