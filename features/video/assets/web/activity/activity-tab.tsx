import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatFullDate } from '@playhead/domain/format.ts'
import { perObjectMax } from '@playhead/features/activity/events/contract'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../../contract.ts'
import type { PartProps } from '../slots.ts'

type Happened = CallResponse<typeof assets.events>['data'][number]
type Log = CallResponse<typeof assets.logs>['data'][number]

const JsonDrawer = lazyDialog('JsonDrawer', () => import('./json-drawer.tsx'))

/** Long enough that a person can see the old state before the next refetch. */
const refetchInterval = 10_000

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatFullDate(at)} className="whitespace-nowrap tabular-nums">
    {formatDate(at)}
  </time>
)

const opener = <Row extends { type: string }>(
  id: string,
  title: string,
  onOpen: (row: Row) => void,
): Column<Row> => ({
  id,
  title,
  isMain: true,
  render: (row) => (
    <button
      type="button"
      className="ph-link break-all text-left font-mono text-xs"
      data-kind="plain"
      onClick={() => onOpen(row)}
    >
      {row.type}
    </button>
  ),
})

const createdAt = <Row extends { createdAt: string }>(): Column<Row> => ({
  id: 'created_at',
  title: 'Time',
  width: 190,
  render: ({ createdAt: at }) => <Time at={at} />,
})

const logColumns = (onOpen: (log: Log) => void): Column<Log>[] => [
  opener('type', 'Request', onOpen),
  {
    id: 'status',
    title: 'Status',
    width: 90,
    render: ({ data: { status } }) => (
      <Badge tone={status < 400 ? 'good' : 'bad'}>
        <span className="tabular-nums">{status}</span>
      </Badge>
    ),
  },
  {
    id: 'caller',
    title: 'By',
    width: 220,
    render: ({ data: { caller } }) =>
      caller.name ?? (caller.kind === 'token' ? 'An access token' : 'A member'),
  },
  createdAt(),
]

/** The lists of the environment, narrowed to this asset. */
const AllOf = ({ page, asset, label }: PartProps & { page: 'events' | 'logs'; label: string }) => {
  const href = useScreenPath()(`activity/${page}?q=${asset.id}`)
  return (
    href !== undefined && (
      <LinkButton size="sm" href={href}>
        {label}
      </LinkButton>
    )
  )
}

/** ASST-011, ASST-012; each request fails and is retried on its own. ASST-021 */
export const ActivityTab = ({ asset }: PartProps) => {
  const input = { params: { id: asset.id }, query: { limit: perObjectMax } }
  const options = { refetchInterval } as const
  const events = useQuery({ ...query(assets.events, input, { quiet: true }), ...options })
  const logs = useQuery({ ...query(assets.logs, input, { quiet: true }), ...options })
  const [opened, setOpened] = useState<Happened | Log>()
  const failureOf = ({ isLoadingError, error, refetch }: typeof events | typeof logs) =>
    isLoadingError ? { message: error?.message ?? '', onRetry: () => void refetch() } : undefined
  return (
    <Stack gap={3}>
      <Card
        isFlush
        title="Events"
        description={`The newest ${perObjectMax} of this asset, as webhooks tell them`}
        isFailing={events.isLoadingError}
        actions={<AllOf page="events" asset={asset} label="All events" />}
      >
        <DataTable
          label="Events"
          columns={[opener<Happened>('type', 'Event', setOpened), createdAt<Happened>()]}
          rows={events.data?.data.slice(0, perObjectMax)}
          rowKey={({ id }) => id}
          failure={failureOf(events)}
          empty={
            <EmptyState title="No events yet">
              What happens to this asset is listed here for 30 days.
            </EmptyState>
          }
        />
      </Card>
      <Card
        isFlush
        title="Logs"
        description={`The newest ${perObjectMax} calls that changed it, or tried to`}
        isFailing={logs.isLoadingError}
        actions={<AllOf page="logs" asset={asset} label="All calls" />}
      >
        <DataTable
          label="Logs"
          columns={logColumns(setOpened)}
          rows={logs.data?.data.slice(0, perObjectMax)}
          rowKey={({ id }) => id}
          failure={failureOf(logs)}
          empty={
            <EmptyState title="No calls yet">
              Calls of the API and of this dashboard that change the asset are listed here for 30
              days.
            </EmptyState>
          }
        />
      </Card>
      {opened && (
        <JsonDrawer title={opened.type} value={opened} onClose={() => setOpened(undefined)} />
      )}
    </Stack>
  )
}
