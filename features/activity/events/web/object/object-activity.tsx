import { useState } from 'react'
import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { type Event, perObjectMax, type RequestLog } from '../../contract.ts'

type Happened = CamelOutput<typeof Event>
type Log = CamelOutput<typeof RequestLog>

const JsonDrawer = lazyDialog('JsonDrawer', () => import('./json-drawer.tsx'))

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

interface AllOfProps {
  page: 'events' | 'logs'
  id: string
  label: string
}

/** The lists of the environment, narrowed to this object. */
const AllOf = ({ page, id, label }: AllOfProps) => {
  const href = useScreenPath()(`activity/${page}?q=${id}`)
  return (
    href !== undefined && (
      <LinkButton size="sm" href={href}>
        {label}
      </LinkButton>
    )
  )
}

/** A query of the newest events or calls of one object. */
interface Newest<Row> {
  data: { data: Row[] } | undefined
  isLoadingError: boolean
  error: Error | null
  refetch: () => unknown
}

const failureOf = ({ isLoadingError, error, refetch }: Newest<unknown>) =>
  isLoadingError ? { message: error?.message ?? '', onRetry: () => void refetch() } : undefined

interface ObjectActivityProps {
  id: string
  /** In the middle of a sentence: `asset`. */
  noun: string
  events: Newest<Happened>
  logs: Newest<Log>
}

/** ASST-011, ASST-012, LIVE-016; each request fails and is retried on its own. ASST-021 */
export const ObjectActivity = ({ id, noun, events, logs }: ObjectActivityProps) => {
  const [opened, setOpened] = useState<Happened | Log>()
  return (
    <Stack gap={3}>
      <Card
        isFlush
        title="Events"
        description={`The newest ${perObjectMax} of this ${noun}, as webhooks send them`}
        isFailing={events.isLoadingError}
        actions={<AllOf page="events" id={id} label="All events" />}
      >
        <DataTable
          label="Events"
          columns={[opener<Happened>('type', 'Event', setOpened), createdAt<Happened>()]}
          rows={events.data?.data.slice(0, perObjectMax)}
          rowKey={(event) => event.id}
          failure={failureOf(events)}
          empty={
            <EmptyState title="No events yet">
              What happens to this {noun} is listed here for 30 days.
            </EmptyState>
          }
        />
      </Card>
      <Card
        isFlush
        title="Logs"
        description={`The newest ${perObjectMax} calls that changed it, or tried to`}
        isFailing={logs.isLoadingError}
        actions={<AllOf page="logs" id={id} label="All calls" />}
      >
        <DataTable
          label="Logs"
          columns={logColumns(setOpened)}
          rows={logs.data?.data.slice(0, perObjectMax)}
          rowKey={(log) => log.id}
          failure={failureOf(logs)}
          empty={
            <EmptyState title="No calls yet">
              Calls of the API and of this dashboard that change the {noun} are listed here for 30
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
