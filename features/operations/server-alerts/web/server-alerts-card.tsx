import { formatDurationParts } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { channelNameOf } from './channel-name.ts'
import type { ReceiverRow, ServerAlertRow, ServerAlertsQuery } from './use-server-alerts.ts'

const StateBadge = ({ alert: { endedAt, severity } }: { alert: ServerAlertRow }) =>
  endedAt ? <Badge>Ended</Badge> : <Badge tone={severity === 'alert' ? 'bad' : 'warn'}>Open</Badge>

const lasted = ({ openedAt, endedAt }: ServerAlertRow) =>
  endedAt ? formatDurationParts(Date.parse(endedAt) - Date.parse(openedAt)) : '–'

const SentTo = ({
  alert: { sentTo },
  channels,
}: {
  alert: ServerAlertRow
  channels: readonly ReceiverRow[]
}) => {
  const failed = sentTo.filter(({ error }) => error !== null)
  const sent = sentTo.filter(({ isSent }) => isSent).length
  return (
    <span className="grid gap-1">
      <span className="tabular-nums">
        {sentTo.length === 0 ? '–' : `${sent} of ${sentTo.length}`}
      </span>
      {failed.map(({ number, error }) => (
        <span key={number} className="text-sm break-words text-ink-3">
          {channelNameOf(channels[number - 1]!)}: {error}
        </span>
      ))}
    </span>
  )
}

const columnsFor = (channels: readonly ReceiverRow[]): Column<ServerAlertRow>[] => [
  { id: 'sentence', title: 'What', isMain: true, render: ({ sentence }) => sentence },
  { id: 'state', title: 'State', width: 100, render: (alert) => <StateBadge alert={alert} /> },
  {
    id: 'since',
    title: 'Since',
    width: 170,
    render: ({ openedAt }) => <Time at={openedAt} className="tabular-nums text-ink-2" />,
  },
  { id: 'lasted', title: 'Lasted', width: 110, align: 'end', render: lasted },
  {
    id: 'sent',
    title: 'Sent to',
    width: 240,
    render: (alert) => <SentTo alert={alert} channels={channels} />,
  },
]

export const ServerAlertsCard = ({ query }: { query: ServerAlertsQuery }) => (
  <Card
    isFlush
    title="Alerts"
    description="Open alerts first. Kept for 400 days."
    isFailing={query.isLoadingError}
  >
    <DataTable
      label="Alerts"
      columns={columnsFor(query.data?.data.channels ?? [])}
      rows={query.data?.data.alerts}
      rowKey={({ id }) => id}
      skeletonRows={3}
      failure={
        query.isLoadingError
          ? { message: query.error.message, onRetry: () => void query.refetch() }
          : undefined
      }
      empty={<EmptyState title="No alerts yet">This server has had no problems.</EmptyState>}
    />
  </Card>
)
