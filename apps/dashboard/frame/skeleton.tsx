import { Loading, Skeleton, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'

/** Reserves the space of a screen while it loads. */
export const ScreenSkeleton = () => (
  <Loading label="Loading">
    <div className="screen-skeleton">
      <Skeleton width={180} height={34} />
      <Skeleton height={220} radius={12} />
    </div>
  </Loading>
)

/** The shell before the session is known: every part is in its final place. */
export const ShellSkeleton = () => (
  <div className="shell">
    <aside className="shell-side">
      <div className="shell-brand">
        <Skeleton width={110} height={20} />
      </div>
      <Skeleton height={54} radius={7} />
      <div className="shell-nav-skeleton">
        <SkeletonLines count={6} />
      </div>
    </aside>
    <header className="shell-top">
      <Skeleton width={110} height={20} />
    </header>
    <div className="shell-main">
      <main id="main" tabIndex={-1}>
        <ScreenSkeleton />
      </main>
    </div>
  </div>
)
