import { Card } from '@playhead/ui/layout/card.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { MonitorTab } from './monitor-tab.tsx'
import type { AssetTab } from './slots.ts'

export const waitingTab = (
  <Card>
    <Loading label="Loading this part">
      <div className="h-[240px]">
        <SkeletonLines count={5} />
      </div>
    </Loading>
  </Card>
)

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
