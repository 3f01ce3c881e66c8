import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'

export const dayWaiting = (
  <div className="grow p-4">
    <Loading label="Loading the incidents">
      <SkeletonLines count={2} />
    </Loading>
  </div>
)
