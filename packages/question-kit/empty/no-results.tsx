import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'

/** An empty list with its reason; loaded when a list is empty. */
export const NoResults = lazyPart(
  'NoResults',
  () => import('./no-results-state.tsx'),
  <div className="p-4">
    <SkeletonLines count={3} />
  </div>,
)
