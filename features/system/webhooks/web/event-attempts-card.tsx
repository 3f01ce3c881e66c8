import { useQuery } from '@tanstack/react-query'
import { events } from '@playhead/features/activity/events/contract'
import type { EventDetail } from '@playhead/features/activity/events/slots'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { RefreshIcon } from '@playhead/ui/icons/icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { webhooks } from '../contract.ts'
import { AttemptRow } from './attempt-row.tsx'

const refreshMs = 3000

type Attempt = CallResponse<typeof webhooks.eventAttempts>['data'][number]

const summaryOf = ({ delivered, pending, failed }: EventDetail['delivery']) =>
  [
    { count: delivered, word: 'delivered', tone: 'good' },
    { count: pending, word: 'pending', tone: 'warn' },
    { count: failed, word: 'failed', tone: 'bad' },
  ].filter(({ count }) => count > 0) as {
    count: number
    word: string
    tone: 'good' | 'warn' | 'bad'
  }[]

/** Newest attempts first, below the webhook they were made for. */
const byWebhook = (attempts: readonly Attempt[]) => {
  const groups = new Map<string, Attempt[]>()
  for (const attempt of attempts)
    groups.set(attempt.webhookId, [...(groups.get(attempt.webhookId) ?? []), attempt])
  return [...groups]
}

interface ResendProps {
  webhookId: string
  eventId: string
  address: string
}

const Resend = ({ webhookId, eventId, address }: ResendProps) => {
  const resend = useCall(webhooks.resend, {
    invalidates: [webhooks.eventAttempts, events.retrieve],
  })
  const send = () =>
    resend.mutate(
      { params: { id: webhookId, eventId } },
      { onSuccess: () => toasts.show({ type: 'success', title: 'The event is sent again' }) },
    )
  return (
    <Button
      size="sm"
      icon={<RefreshIcon size={14} />}
      isLoading={resend.isPending}
      onClick={send}
      aria-label={`Resend to ${address}`}
    >
      Resend
    </Button>
  )
}

const Deliveries = ({ eventId, attempts }: { eventId: string; attempts: readonly Attempt[] }) => (
  <ul className="grid gap-5">
    {byWebhook(attempts).map(([webhookId, made]) => (
      <li key={webhookId} className="grid gap-3">
        <div className="flex items-start justify-between gap-3">
          <span className="min-w-0 break-all font-mono text-xs">{made[0]!.address}</span>
          <AdminGuard>
            <Resend webhookId={webhookId} eventId={eventId} address={made[0]!.address} />
          </AdminGuard>
        </div>
        <ol aria-label={`Attempts to reach ${made[0]!.address}`} className="grid gap-4">
          {made.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      </li>
    ))}
  </ul>
)

const nothingSent = ({ delivered, pending, failed }: EventDetail['delivery']) =>
  delivered + pending + failed === 0 ? (
    <EmptyState title="Not sent to any webhook">
      No webhook was enabled in this environment when the event happened.
    </EmptyState>
  ) : (
    <EmptyState title="Not sent yet">The first attempt is made in a moment.</EmptyState>
  )

/** ACTV-006 */
export const Part = ({ event: given }: { event: EventDetail }) => {
  const params = { id: given.id }
  const options = { refetchInterval: refreshMs } as const
  const attempts = useQuery({
    ...query(webhooks.eventAttempts, { params }, { quiet: true }),
    ...options,
  })
  // The counts change with each attempt; the page has the same query.
  const latest = useQuery({ ...query(events.retrieve, { params }, { quiet: true }), ...options })
  const { delivery } = latest.data?.data ?? given
  return (
    <Card
      title="Webhook attempts"
      isFailing={attempts.isLoadingError}
      actions={summaryOf(delivery).map(({ count, word, tone }) => (
        <Badge key={word} tone={tone}>
          {count} {word}
        </Badge>
      ))}
    >
      {attempts.isLoadingError ? (
        <FailedState
          message={attempts.error.message}
          isRetrying={attempts.isFetching}
          onRetry={() => void attempts.refetch()}
        />
      ) : attempts.data === undefined ? (
        <SkeletonLines count={4} />
      ) : attempts.data.data.length === 0 ? (
        nothingSent(delivery)
      ) : (
        <Deliveries eventId={given.id} attempts={attempts.data.data} />
      )}
    </Card>
  )
}
