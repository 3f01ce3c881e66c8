import { type ReactNode, Suspense, useEffect } from 'react'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import type { Decision, Visit } from '../routing/decide.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { Redirect } from './redirect.tsx'
import { ShellSkeleton } from './skeleton.tsx'

const loadShellFrame = () => import('../shell/shell-frame.tsx')
const ShellFrame = lazyChunk('ShellFrame', loadShellFrame)
const NotFound = lazyChunk('NotFound', () => import('../screens/not-found.tsx'))
const AccountNotFound = lazyChunk(
  'AccountNotFound',
  () => import('../screens/account-not-found.tsx'),
)
const MissingScreen = lazyChunk('MissingScreen', () => import('../screens/missing-screen.tsx'))
const NoOrganization = lazyChunk('NoOrganization', () => import('../screens/no-organization.tsx'))
const Failure = lazyChunk('Failure', () => import('../screens/crash.tsx'))

/** The frame is loaded while the session is still loading, because it will most likely be needed. */
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
  // Staff have the operator pages, even without an organization.
  const hasShell =
    session !== null && (session.organizations.length > 0 || session.currentUser.internal)
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
    case 'missing':
      return (
        <ShellFrame frame="shell" isBadEnvironment={isBadEnvironment}>
          <MissingScreen />
        </ShellFrame>
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

/** The screen in the frame that its address requires; a crash in either leaves a way out. */
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
