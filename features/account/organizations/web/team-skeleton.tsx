import { Card } from '@playhead/ui/layout/card.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'

/** As high as a team of three, so that the content below does not move. */
export const TeamSkeleton = () => (
  <Loading label="Loading the team">
    <Card title={<Skeleton width={60} height={23} />}>
      <Skeleton height={160} radius={7} />
    </Card>
  </Loading>
)
