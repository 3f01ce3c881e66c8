import { formatDate } from '@playhead/domain/format.ts'
import type { Incident } from '@playhead/features/data/alerts/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { serviceTexts } from './channel-texts.ts'
import { type Notification, useIncidentNotifications } from './use-incident-notifications.ts'

const kindLabels: Record<Notification['kind'], string> = {
  opened: 'Opened',
  changed: 'Changed',
  acknowledged: 'Acknowledged',
  reminder: 'Reminder',
  ended: 'Ended',
}

/** The message of an incident that expired begins with "Expired:" too (ALRT-011). */
const kindLabel = (kind: Notification['kind'], { status }: Incident) =>
  kind === 'ended' && status === 'expired' ? 'Expired' : kindLabels[kind]

const statuses = {
  pending: { label: 'Waiting', tone: 'neutral' },
  off: { label: 'Channel off', tone: 'warn' },
  sent: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  dropped: { label: 'Dropped', tone: 'neutral' },
  held: { label: 'Held back', tone: 'neutral' },
} as const

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth']

const tryText = (attempts: number) => `${ordinals[attempts] ?? `${attempts}th`} try`

/** What waits has a next attempt, unless its channel is switched off. */
const stateOf = ({ status, nextAttemptAt }: Notification) =>
  status === 'pending' && nextAttemptAt === null ? 'off' : status

/** Openings of a grouped rule wait half a minute for each other, mails from the sixth in an hour on for longer. */
const bundleMsMax = 60_000

const waitTexts = ({ channel, nextAttemptAt }: Notification, now: Date) => {
  const waitMs = nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt) - now.getTime()
  if (nextAttemptAt === null || waitMs <= 0) return []
  const isDigest = channel.service === 'email' && waitMs > bundleMsMax
  return [
    `First try ${formatDate(nextAttemptAt, { now })}`,
    ...(isDigest ? ['After five mails in an hour, the rest go in one.'] : []),
  ]
}

const answerTexts = (one: Notification, now: Date): string[] => {
  const { status, attempts, attemptedAt, nextAttemptAt, error } = one
  if (status === 'pending' && attempts === 0 && nextAttemptAt) return waitTexts(one, now)
  return [
    ...(attemptedAt ? [`${formatDate(attemptedAt, { now })}, ${tryText(attempts)}`] : []),
    ...(error ? [status === 'sent' ? `Before: ${error}` : error] : []),
    ...(nextAttemptAt && attempts > 0 ? [`Next try ${formatDate(nextAttemptAt, { now })}`] : []),
    ...(stateOf(one) === 'off'
      ? ['It is sent if the channel is switched on again within a day.']
      : []),
    ...(status === 'dropped' ? ['The incident ended before it was accepted.'] : []),
  ]
}

const Answer = ({ notification, now }: { notification: Notification; now: Date }) => {
  const { label, tone } = statuses[stateOf(notification)]
  return (
    <span className="grid justify-items-start gap-1 max-[630px]:justify-items-end">
      <Badge tone={tone}>{label}</Badge>
      {answerTexts(notification, now).map((text) => (
        <span
          key={text}
          className="text-sm [overflow-wrap:anywhere] text-ink-2 max-[630px]:text-end"
        >
          {text}
        </span>
      ))}
    </span>
  )
}

const columnsOf = (incident: Incident, now: Date): Column<Notification>[] => [
  {
    id: 'channel',
    title: 'Channel',
    isMain: true,
    render: ({ channel }) => (
      <span className="grid">
        <span>{serviceTexts[channel.service].label}</span>
        <span className="text-sm wrap-anywhere text-ink-2">{channel.valueHint}</span>
      </span>
    ),
  },
  { id: 'kind', title: 'About', width: 120, render: ({ kind }) => kindLabel(kind, incident) },
  {
    id: 'at',
    title: 'At',
    width: 130,
    render: ({ queuedAt }) => <Time at={queuedAt}>{formatDate(queuedAt, { now })}</Time>,
  },
  {
    id: 'answer',
    title: 'Answer',
    render: (notification) => <Answer notification={notification} now={now} />,
  },
]

/** What was sent about an incident, and what became of it. */
export const Part = ({ incident }: { incident: Incident }) => {
  const path = usePath()
  const list = useIncidentNotifications(incident)
  return (
    <Card
      isFlush
      title="Sent notifications"
      description="What was sent about this incident, and whether it arrived"
      isFailing={list.isLoadingError}
      actions={<Link href={path('alerts/notification-channels')}>Channels</Link>}
    >
      <DataTable
        label="Sent notifications"
        columns={columnsOf(incident, new Date(list.dataUpdatedAt))}
        rows={list.data?.data}
        rowKey={({ id: key }) => String(key)}
        skeletonRows={2}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No one was notified">
            {incident.type === 'anomaly'
              ? 'No active channel took this incident when it opened, or it is older than the search for anomalies.'
              : 'No active channel took this incident when it opened.'}
          </EmptyState>
        }
      />
    </Card>
  )
}
