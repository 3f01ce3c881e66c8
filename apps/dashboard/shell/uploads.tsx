import { useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { createStore, useStore } from '@playhead/web-kit/external-store.ts'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { here, navigate } from '@playhead/web-kit/navigation/navigation.ts'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import { listRemembered } from '@playhead/features/video/uploads/parts'

const Content = lazyChunk('Uploads', () => import('@playhead/features/video/uploads/web'))

/** Uploads continue when the shell is mounted again, so their panel must stay mounted too. */
const wanted = createStore(false)

const close = () => navigate(here(), { replace: true })

/** UPLD-001, UPLD-002: no code is loaded before the address asks for it. */
export const UploadsArea = () => {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const isCreating = hash === 'create-asset' && currentTenant().environmentId !== undefined
  const isWanted = useStore(wanted)
  useEffect(() => {
    if (isCreating || listRemembered().length > 0) wanted.set(true)
  }, [isCreating])
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <Content isCreating={isCreating} onClose={close} />
    </Suspense>
  )
}
