import { waitingTab } from '@playhead/features/video/hosted-screens/web'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { MonitorTab } from '../monitor/monitor-tab.tsx'
import type { LiveStreamTab } from '../slots.ts'

/** Tabs of other features are sorted in between by their order. */
export const ownTabs: readonly LiveStreamTab[] = [
  { address: 'monitor', title: 'Monitor', order: 10, Part: MonitorTab },
  {
    address: 'playback',
    title: 'Playback and embed',
    order: 20,
    Part: lazyPart('PlaybackTab', () => import('../playback/playback-tab.tsx'), waitingTab),
  },
  {
    address: 'simulcast',
    title: 'Simulcast',
    order: 30,
    Part: lazyPart('SimulcastTab', () => import('../simulcast/simulcast-tab.tsx'), waitingTab),
  },
  {
    address: 'events',
    title: 'Events and logs',
    order: 40,
    Part: lazyPart('ActivityTab', () => import('./activity-tab.tsx'), waitingTab),
  },
  {
    address: 'settings',
    title: 'Settings',
    order: 50,
    Part: lazyPart('SettingsTab', () => import('../settings/settings-tab.tsx'), waitingTab),
  },
]
