import { useEffect } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { DashboardIcon } from '@playhead/ui/icons/subject-icons.ts'
import { useNavigate, useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { newDashboard } from './dashboard/dashboard.ts'
import { DashboardSidebar } from './sidebar/dashboard-sidebar.tsx'
import { DashboardView } from './dashboard/dashboard-view.tsx'
import { useDashboards } from './use-dashboards.ts'

const place = 'custom-dashboards'

const Waiting = () => (
  <Loading label="Loading the dashboards">
    <PageHeader title="Dashboards" />
    <div className="flex flex-col gap-3">
      <Skeleton height={96} radius="var(--radius-lg)" />
      <div className="grid gap-3 md:grid-cols-2">
        <Skeleton height={300} radius="var(--radius-lg)" />
        <Skeleton height={300} radius="var(--radius-lg)" />
      </div>
    </div>
  </Loading>
)

/** DASH-006 */
const NoDashboards = ({ onCreate, isCreating }: { onCreate: () => void; isCreating: boolean }) => (
  <>
    <PageHeader title="Dashboards" />
    <div className="ph-card py-6">
      <EmptyState
        icon={<DashboardIcon size={20} />}
        title="No custom dashboards yet"
        action={
          <Button
            kind="primary"
            icon={<PlusIcon size={14} />}
            onClick={onCreate}
            isLoading={isCreating}
          >
            Create
          </Button>
        }
      >
        A dashboard shows the metrics you choose side by side, to everyone in this environment.
      </EmptyState>
    </div>
  </>
)

const Unknown = ({ href }: { href: string }) => (
  <>
    <PageHeader title="Dashboards" />
    <div className="ph-card py-6">
      <EmptyState
        title="This dashboard isn’t there"
        action={<LinkButton href={href}>Show the first one</LinkButton>}
      >
        It was deleted, or it belongs to another environment.
      </EmptyState>
    </div>
  </>
)

const CustomDashboards = () => {
  const dashboards = useDashboards()
  const path = usePath()
  const navigate = useNavigate()
  const wantedId = useParam('dashboardId')
  const { list, create } = dashboards
  const all = dashboards.dashboards
  const hrefOf = (id: string) => path(`${place}/${id}`)
  const open = (id: string) => navigate(hrefOf(id))

  // DASH-005: the URL names the dashboard, so that a link still opens the same one later.
  const firstId = wantedId === undefined ? all?.[0]?.id : undefined
  const firstHref = firstId && hrefOf(firstId)
  useEffect(() => {
    if (firstHref) navigate(firstHref, { replace: true })
  }, [firstHref, navigate])

  const createNew = () =>
    create.mutateAsync({ body: newDashboard() }).then(
      ({ data }) => open(data.id),
      () => undefined,
    )
  // Only once the URL names it: requests sent before would be sent again afterwards.
  const selected = all?.find(({ id }) => id === wantedId)
  const creation = { onCreate: () => void createNew(), isCreating: create.isPending }

  const main = () => {
    if (selected)
      return (
        <DashboardView
          key={selected.id}
          dashboard={selected}
          dashboards={dashboards}
          onOpen={open}
          onDeleted={() => navigate(path(place), { replace: true })}
        />
      )
    if (!all && list.error)
      return (
        <>
          <PageHeader title="Dashboards" />
          <div className="ph-card py-6">
            <FailedState
              title="Failed to load the dashboards"
              message={list.error.message}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          </div>
        </>
      )
    if (!all || firstId) return <Waiting />
    return wantedId === undefined ? <NoDashboards {...creation} /> : <Unknown href={path(place)} />
  }
  return (
    <div className="lg:flex lg:items-start lg:gap-4">
      <DashboardSidebar
        {...creation}
        dashboards={all}
        selectedId={selected?.id}
        hrefOf={hrefOf}
        onOpen={open}
      />
      <div className="min-w-0 flex-1">{main()}</div>
    </div>
  )
}

export const Screen = () => <CustomDashboards key={useEnvironment()?.id} />
