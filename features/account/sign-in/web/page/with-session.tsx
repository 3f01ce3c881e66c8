import type { ReactNode } from 'react'
import { Loading, SkeletonLines } from '@playhead/ui/skeleton.tsx'
import { useSession } from '@playhead/web-kit/use-session.ts'
import type { Session } from '@playhead/web-kit/session.ts'

/** For pages that say something else to people who are signed in: waits until that is known. */
export function WithSession({ children }: { children: (session: Session | null) => ReactNode }) {
  const { session, isLoading } = useSession()
  if (session || !isLoading) return children(session)
  return (
    <Loading label="Loading">
      <SkeletonLines count={4} />
    </Loading>
  )
}
