import { Loading, SkeletonLines } from '@playhead/ui/skeleton.tsx'

/** Keeps the place of the first rows while the table is on its way. */
export const RelatedViewsWaiting = () => (
  <Loading label="Loading the views">
    <div className="min-h-[420px] p-5">
      <SkeletonLines count={12} />
    </div>
  </Loading>
)
