import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { UiRouter } from '@playhead/ui/navigation/ui-router.tsx'
import { browserIsIdle } from '@playhead/web-kit/chunks/browser-is-idle.ts'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { ScreenPlaces } from '@playhead/web-kit/navigation/screen-places.ts'
import { SlotParts } from '@playhead/web-kit/slot-parts.ts'
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

const loadParts = () => import('./parts.ts')

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
    // Loads the failure screen early, because it cannot be loaded once the connection is lost.
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
          <SlotParts value={loadParts}>
            <RouterProvider router={router} />
          </SlotParts>
        </ScreenPlaces>
      </AddressTable>
    </UiRouter>
  )
}
