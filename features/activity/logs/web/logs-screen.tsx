import { listedMax } from '@playhead/features/activity/events/contract'
import { ActivityHeader, ActivityList, NewItemsBar } from '@playhead/features/activity/events/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import type { logs } from '../contract.ts'
import { callerName } from './caller-name.ts'
import { LogFilters } from './log-filters.tsx'
import { LogEveryCall, LogSettings } from './log-settings.tsx'
import { LogSummary } from './log-summary.tsx'
import { StatusBadge } from './status-badge.tsx'
import { type LogList, useLogs } from './use-logs.ts'

type Listed = CallResponse<typeof logs.list>['data'][number]

const columns = (hrefOf: (id: string) => string): Column<Listed>[] => [
  {
    id: 'call',
    title: 'Call',
    isMain: true,
    render: ({ id, type }) => (
      <Link kind="plain" href={hrefOf(id)} className="break-all font-mono text-xs">
        {type}
      </Link>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: 90,
    render: ({ data }) => <StatusBadge status={data.status} />,
  },
  { id: 'caller', title: 'Caller', width: 220, render: ({ data }) => callerName(data.caller) },
  {
    id: 'duration',
    title: 'Took',
    align: 'end',
    width: 100,
    render: ({ data }) => <span className="tabular-nums">{data.durationMs} ms</span>,
  },
  {
    id: 'created_at',
    title: 'When',
    align: 'end',
    width: 190,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
]

const NoCalls = ({ calls }: { calls: LogList }) =>
  calls.isFiltered ? (
    <EmptyState
      title="No calls found"
      action={<Button onClick={calls.clear}>Clear filters</Button>}
    >
      No calls of the last 30 days match these filters.
    </EmptyState>
  ) : (
    <EmptyState
      title="No calls yet"
      action={
        <AdminGuard>
          <div className="mt-2 text-start">
            <LogEveryCall />
          </div>
        </AdminGuard>
      }
    >
      Calls that change something appear here. Calls that only read are not logged.
    </EmptyState>
  )

/** ACTV-001, ACTV-003 */
export const Screen = () => {
  const calls = useLogs()
  const path = usePath()
  const { list } = calls
  return (
    <>
      <ActivityHeader tab="logs" />
      <Stack gap={3}>
        <AdminGuard fallback={<LogSummary />}>
          <div className="grid gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <LogSummary />
            <LogSettings />
          </div>
        </AdminGuard>
        <ActivityList
          title="Logs"
          description="Calls that changed something or tried to, and failed reads by programs. Kept for 30 days."
          list={list}
          columns={columns((id) => path(`activity/logs/${id}`))}
          filters={<LogFilters logs={calls} />}
          empty={<NoCalls calls={calls} />}
          page={calls.page}
          hrefFor={calls.hrefFor}
          bar={
            <NewItemsBar
              items={calls.newItems}
              words={['call', 'calls']}
              onRefresh={calls.refresh}
            />
          }
          opensRows
          pagedMax={listedMax}
        />
      </Stack>
    </>
  )
}
