import { Card } from '@playhead/ui/layout/card.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'

export const waitingTab = (
  <Card>
    <Loading label="Loading this part">
      <div className="h-[240px]">
        <SkeletonLines count={5} />
      </div>
    </Loading>
  </Card>
)
