import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { leaveAuthTheme } from '@playhead/ui/theme/theme.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { interruption } from '@playhead/web-kit/errors/error-effects.ts'
import { useStore } from '@playhead/web-kit/external-store.ts'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { proofRequest } from '@playhead/web-kit/errors/proof.ts'
import { forgetEntrance } from '@playhead/web-kit/session/session-store.ts'
import { documentTitle } from '@playhead/web-kit/navigation/title.ts'
import { decide } from '../routing/decide.ts'
import { useVisit } from '../routing/use-visit.ts'
import { Framed } from './framed.tsx'
import { usePageFocus } from './use-page-focus.ts'
import { useSessionUpkeep } from './use-session-upkeep.ts'

const Interruptions = lazyChunk('Interruptions', () => import('./interruptions.tsx'))
const ToastRegion = lazyChunk('ToastRegion', () => import('@playhead/ui/feedback/toast-region.tsx'))
const Proof = lazyChunk('Proof', () => import('./proof.tsx'))

/** On pages where toasts are common, the region is mounted before them, so that screen readers announce them. */
const Toasts = ({ isExpecting }: { isExpecting: boolean }) => {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.list)
  return <Suspense fallback={null}>{(isExpecting || shown.length > 0) && <ToastRegion />}</Suspense>
}

/** The whole page: what the address decides, and what floats above it. */
export const Application = () => {
  const visit = useVisit()
  const decision = decide(visit)
  const current = useStore(interruption)
  const proof = useStore(proofRequest)
  const { address } = visit
  useSessionUpkeep(visit)
  usePageFocus()
  const title = address?.target.kind === 'screen' ? address.target.title : undefined
  // A layout effect, so that it runs before the page's own effects, which set a more specific title.
  useLayoutEffect(() => {
    document.title = documentTitle(title)
  }, [title])
  const isBare = address?.frame === 'none'
  // The page starts in the logged-out theme, even when its address redirects at once.
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
