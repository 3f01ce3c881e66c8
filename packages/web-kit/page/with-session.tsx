import type { ReactNode } from 'react'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { useSession } from '../session/use-session.ts'
import type { Session } from '../session/session.ts'

/**
 * For pages that differ for signed-in people: waits until the session is known. Visitors of a public demo have no account,
 * so they are as signed out.
 */
export const WithSession = ({ children }: { children: (session: Session | null) => ReactNode }) => {
  const { session, isLoading } = useSession()
  if (session || !isLoading) return children(session?.visitor ? null : session)
  return (
    <Loading label="Loading">
      <SkeletonLines count={4} />
    </Loading>
  )
}
