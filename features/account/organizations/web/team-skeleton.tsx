import { Card } from '@playhead/ui/card.tsx'
import { Loading, Skeleton } from '@playhead/ui/skeleton.tsx'

/** As high as a team of three, so that what follows stays where it is. */
export const TeamSkeleton = () => (
  <Loading label="Loading the team">
    <Card title={<Skeleton width={60} height={23} />}>
      <Skeleton height={160} radius={7} />
    </Card>
  </Loading>
)
