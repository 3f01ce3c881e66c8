import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'

/** Placeholder for the first rows while the table loads. */
export const RelatedViewsWaiting = () => (
  <Loading label="Loading the views">
    <div className="min-h-[420px] p-5">
      <SkeletonLines count={12} />
    </div>
  </Loading>
)
