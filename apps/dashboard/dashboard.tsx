import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { UiRouter } from '@playhead/ui/ui-router.tsx'
import { browserIsIdle } from '@playhead/web-kit/browser-is-idle.ts'
import { lazyChunk } from '@playhead/web-kit/lazy-chunk.tsx'
import { ScreenPlaces } from '@playhead/web-kit/screen-places.ts'
import { Application } from './frame/application.tsx'
import { ScreenSkeleton } from './frame/skeleton.tsx'
import type { Address } from './routing/address.ts'
import { createDashboardRouter } from './routing/router.tsx'
import { usePreload } from './routing/use-preload.ts'
import { useScreenPlaces } from './routing/use-screen-places.ts'
import { AddressTable } from './shell/address-table-context.ts'

const loadFailure = () => import('./screens/crash.tsx')
const Failure = lazyChunk('Failure', loadFailure)

const ScreenFailure = ({ error, reset }: { error: unknown; reset: () => void }) => (
  <Suspense fallback={null}>
    <Failure error={error} onReturn={reset} />
  </Suspense>
)

interface DashboardProps {
  table: Address[]
  history?: RouterHistory
}

export const Dashboard = ({ table, history }: DashboardProps) => {
  const [{ router, go }] = useState(() =>
    createDashboardRouter(table, { Application, ScreenFailure, Pending: ScreenSkeleton }, history),
  )
  usePreload(router)
  useEffect(() => {
    // Without a connection nobody could be told that there is none.
    const prepare = async () => {
      await browserIsIdle()
      await loadFailure()
    }
    prepare().catch(() => undefined)
  }, [])
  const hasScreen = useScreenPlaces(router)
  return (
    <UiRouter navigate={go}>
      <AddressTable value={table}>
        <ScreenPlaces value={hasScreen}>
          <RouterProvider router={router} />
        </ScreenPlaces>
      </AddressTable>
    </UiRouter>
  )
}
