import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { loadChunk } from '@playhead/web-kit/chunk.ts'
import type { Decision, Visit } from '../routing/decide.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { Redirect } from './redirect.tsx'
import { ShellSkeleton } from './skeleton.tsx'

const part = <N extends string, P>(
  name: N,
  load: () => Promise<Record<N, (props: P) => ReactNode>>,
) =>
  lazy(async () => {
    const chunk = await loadChunk(load, name)
    return { default: chunk[name] }
  })

const loadShellFrame = () => import('../shell/shell-frame.tsx')
const ShellFrame = part('ShellFrame', loadShellFrame)
const NotFound = part('NotFound', () => import('../screens/not-found.tsx'))
const AccountNotFound = part('AccountNotFound', () => import('../screens/account-not-found.tsx'))
const NoOrganization = part('NoOrganization', () => import('../screens/no-organization.tsx'))
const Failure = part('Failure', () => import('../screens/crash.tsx'))

/** While it is still asked who is here the frame is fetched: it will most likely be needed. */
const ComingShell = () => {
  useEffect(() => {
    loadShellFrame().catch(() => undefined)
  }, [])
  return <ShellSkeleton />
}

interface FramedProps {
  visit: Visit
  decision: Decision
  isBadEnvironment: boolean
  children: ReactNode
}

const Content = ({ visit, decision, isBadEnvironment, children }: FramedProps) => {
  const { session, address } = visit
  const hasShell = session !== null && session.organizations.length > 0
  const isBare = address?.frame === 'none'
  switch (decision.kind) {
    case 'redirect':
      return (
        <>
          <Redirect to={decision.to} />
          {!isBare && <ShellSkeleton />}
        </>
      )
    case 'loading':
      return isBare ? null : <ComingShell />
    case 'accountNotFound':
      return <AccountNotFound />
    case 'noOrganization':
      return <NoOrganization />
    case 'notFound':
      return hasShell ? (
        <ShellFrame frame="shell">
          <NotFound />
        </ShellFrame>
      ) : (
        <NotFound isAlone />
      )
    case 'show':
      return isBare || !hasShell ? (
        children
      ) : (
        <ShellFrame frame={address!.frame} isBadEnvironment={isBadEnvironment}>
          {children}
        </ShellFrame>
      )
  }
}

/** The screen in the frame its address asks for; a crash in either leaves a way out. */
export const Framed = (props: FramedProps) => (
  <FailureBoundary
    resetKey={props.visit.href}
    renderFailure={(error, reset) => (
      <Suspense fallback={null}>
        <Failure error={error} onReturn={reset} isAlone />
      </Suspense>
    )}
  >
    <Suspense fallback={props.visit.address?.frame === 'none' ? null : <ShellSkeleton />}>
      <Content {...props} />
    </Suspense>
  </FailureBoundary>
)
