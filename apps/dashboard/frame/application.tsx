import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { leaveAuthTheme } from '@playhead/ui/theme.ts'
import { toasts } from '@playhead/ui/toast-store.ts'
import { interruption } from '@playhead/web-kit/error-effects.ts'
import { useStore } from '@playhead/web-kit/external-store.ts'
import { lazyChunk } from '@playhead/web-kit/lazy-chunk.tsx'
import { proofRequest } from '@playhead/web-kit/proof.ts'
import { forgetEntrance } from '@playhead/web-kit/session-store.ts'
import { documentTitle } from '@playhead/web-kit/title.ts'
import { decide } from '../routing/decide.ts'
import { useVisit } from '../routing/use-visit.ts'
import { Framed } from './framed.tsx'
import { usePageFocus } from './use-page-focus.ts'
import { useSessionUpkeep } from './use-session-upkeep.ts'

const Interruptions = lazyChunk('Interruptions', () => import('./interruptions.tsx'))
const ToastRegion = lazyChunk('ToastRegion', () => import('@playhead/ui/toast-region.tsx'))
const Proof = lazyChunk('Proof', () => import('./proof.tsx'))

/** Where toasts are usual the region is there before them, so that it is listened to. */
const Toasts = ({ isExpecting }: { isExpecting: boolean }) => {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.list)
  return <Suspense fallback={null}>{(isExpecting || shown.length > 0) && <ToastRegion />}</Suspense>
}

/** Everything on the page: what the address decides, and what floats above it. */
export const Application = () => {
  const visit = useVisit()
  const decision = decide(visit)
  const current = useStore(interruption)
  const proof = useStore(proofRequest)
  const { address } = visit
  useSessionUpkeep(visit)
  usePageFocus()
  const title = address?.target.kind === 'screen' ? address.target.title : undefined
  // Before any effect of the page inside, whose own title says more.
  useLayoutEffect(() => {
    document.title = documentTitle(title)
  }, [title])
  const isBare = address?.frame === 'none'
  // The page starts in the theme of a logged-out address, also when that one leads straight on.
  useLayoutEffect(() => {
    if (!isBare) leaveAuthTheme()
  }, [isBare])
  useEffect(() => {
    if (address?.session !== 'none') forgetEntrance()
  }, [address])
  return (
    <>
      <Framed
        visit={visit}
        decision={decision}
        isBadEnvironment={current?.kind === 'badEnvironment'}
      >
        <Outlet />
      </Framed>
      <Suspense fallback={null}>{current && <Interruptions current={current} />}</Suspense>
      <Suspense fallback={null}>{proof && <Proof onSettle={proof.settle} />}</Suspense>
      <Toasts isExpecting={!isBare} />
    </>
  )
}
