import type { App } from '@playhead/server-kit/app.ts'
import type { RunningService } from '@playhead/server-kit/feature.ts'
import type { Outcome } from '@playhead/server-kit/messages/outcome.ts'
import { DeliveryLoop } from '@playhead/server-kit/outbound/delivery-loop.ts'
import { nextAttemptAfter } from '@playhead/server-kit/outbound/retry-gaps.ts'
import { notificationLimits } from '../../contract.ts'
import {
  claimBundle,
  claimDigest,
  type ClaimedRow,
  claimNotifications,
  dropOvertaken,
  dropUntold,
  endAttempt,
  hasPending,
  moveToDigest,
} from './claim.sql.ts'
import { incidentUrl, type Notice } from './notice.ts'
import { sendNotices } from './send-notices.ts'
import { switchOffChannel } from './switch-off-channel.ts'

/** Longer than an attempt takes, so that a lease only expires if its program has died. */
const leaseSeconds = 20

const noticeOf = ({ settings }: App, row: ClaimedRow): Notice => ({
  id: row.id,
  kind: row.kind,
  incident: row.incident,
  environment: { id: row.environment_id, name: row.environment_name },
  url: incidentUrl(
    settings.publicUrl,
    { organizationId: row.organization_id, environmentId: row.environment_id },
    row.incident,
  ),
})

/** Undefined when there is no further attempt. */
const nextAttempt = (number: number, now: Date, { isFinal, retryAfterSeconds = 0 }: Outcome) => {
  const next = isFinal ? undefined : nextAttemptAfter(number, now)
  return next && new Date(Math.max(next.getTime(), now.getTime() + retryAfterSeconds * 1000))
}

const endedRow = (row: ClaimedRow, now: Date, outcome: Outcome) => {
  const next = outcome.isDelivered ? undefined : nextAttempt(row.attempts + 1, now, outcome)
  const status: 'sent' | 'pending' | 'failed' = outcome.isDelivered
    ? 'sent'
    : next
      ? 'pending'
      : 'failed'
  return { id: row.id, attempts: row.attempts, status, nextAttemptAt: next ?? now }
}

/** What goes in the same message. */
const claimOthers = ({ clock, postgres }: App, first: ClaimedRow) => {
  const { channel_id: channelId, is_digest: isDigest, bundle } = first
  if (isDigest) return claimDigest(postgres, { channelId, now: clock.now(), leaseSeconds })
  return bundle === null ? [] : claimBundle(postgres, { first, leaseSeconds })
}

const deliver = async (app: App, first: ClaimedRow) => {
  const { clock, postgres } = app
  const { channel_id: channelId } = first
  const others = await claimOthers(app, first)
  const startedAt = clock.now()
  const outcome = await sendNotices(app, first, [
    noticeOf(app, first),
    ...others.map((row) => noticeOf(app, row)),
  ])
  const error = outcome.error ?? null
  const ended = await endAttempt(postgres, {
    channelId,
    isDelivered: outcome.isDelivered,
    error,
    mayHaveArrived: outcome.mayHaveArrived ?? false,
    startedAt,
    rows: [first, ...others].map((row) => endedRow(row, clock.now(), outcome)),
  })
  if (!outcome.isDelivered && (ended?.failures ?? 0) >= notificationLimits.failuresMax)
    await switchOffChannel(app, channelId, outcome.error ?? '')
  return outcome.isDelivered
}

export const deliverNotifications = (app: App, { tickMs = 1000 } = {}): RunningService =>
  new DeliveryLoop(
    app.log,
    {
      name: 'notifications',
      receiverOf: (row: ClaimedRow) => row.channel_id,
      claim: async (places) => {
        if (!(await hasPending(app.postgres))) return []
        await dropUntold(app.postgres)
        await dropOvertaken(app.postgres)
        await moveToDigest(app.postgres, app.clock.now())
        return claimNotifications(app.postgres, { now: app.clock.now(), leaseSeconds, ...places })
      },
      deliver: (row) => deliver(app, row),
    },
    tickMs,
  )
