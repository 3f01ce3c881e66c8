import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'

const SkeletonField = () => (
  <Stack gap={1}>
    <Skeleton width={90} height={19} />
    <Skeleton width="100%" height={36} radius={7} />
  </Stack>
)

export const ProfileSkeleton = () => (
  <div className="max-w-md">
    <Loading label="Loading the profile">
      <Card>
        <Stack gap={3}>
          <Skeleton width={140} height={23} />
          <SkeletonField />
          <SkeletonField />
          <SkeletonField />
        </Stack>
      </Card>
    </Loading>
  </div>
)
