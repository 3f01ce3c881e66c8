import { waitingTab } from '@playhead/features/video/hosted-screens/web'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { MonitorTab } from './monitor-tab.tsx'
import type { AssetTab } from './slots.ts'

/** Tabs of other features are sorted in between by their order. */
export const ownTabs: readonly AssetTab[] = [
  { address: 'monitor', title: 'Monitor', order: 10, Part: MonitorTab },
  {
    address: 'events',
    title: 'Events and logs',
    order: 50,
    Part: lazyPart('ActivityTab', () => import('./activity-tab.tsx'), waitingTab),
  },
  {
    address: 'input-info',
    title: 'Input info',
    order: 60,
    Part: lazyPart('InputInfoTab', () => import('./input-info-tab.tsx'), waitingTab),
  },
]
