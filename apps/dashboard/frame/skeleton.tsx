import { Loading, Skeleton, SkeletonLines } from '@playhead/ui/skeleton.tsx'

/** What a screen will take up, for the moment before it is there. */
export const ScreenSkeleton = () => (
  <Loading label="Loading">
    <div className="screen-skeleton">
      <Skeleton width={180} height={34} />
      <Skeleton height={220} radius={12} />
    </div>
  </Loading>
)

/** The shell before it is known who is here: every part at its final place. */
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
