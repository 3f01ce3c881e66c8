import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { UiRouter } from '@playhead/ui/ui-router.tsx'
import { loadChunk } from '@playhead/web-kit/chunk.ts'
import { ScreenPlaces } from '@playhead/web-kit/screen-places.ts'
import { Application } from './frame/application.tsx'
import { ScreenSkeleton } from './frame/skeleton.tsx'
import type { Address } from './routing/address.ts'
import { createDashboardRouter } from './routing/router.tsx'
import { usePreload } from './routing/use-preload.ts'
import { useScreenPlaces } from './routing/use-screen-places.ts'
import { AddressTable } from './shell/address-table-context.ts'

const Failure = lazy(async () => {
  const { Failure } = await loadChunk(() => import('./screens/crash.tsx'), 'Failure')
  return { default: Failure }
})

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
