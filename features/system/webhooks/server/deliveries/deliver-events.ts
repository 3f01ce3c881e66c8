import type { App } from '@playhead/server-kit/app.ts'
import type { RunningService } from '@playhead/server-kit/feature.ts'
import { DeliveryLoop } from '@playhead/server-kit/outbound/delivery-loop.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { nextAttemptAfter } from '@playhead/server-kit/outbound/retry-gaps.ts'
import { presentEvent } from '@playhead/features/activity/events/server'
import { type ClaimedRow, claimDeliveries, endAttempt } from './claim.sql.ts'
import { listAttempts } from './deliveries.sql.ts'
import { presentAttempt } from './present-attempt.ts'
import { responseSeconds, sendEvent } from './send-event.ts'

/** Longer than an attempt takes, so that a lease only expires if its program has died. */
const leaseSeconds = 12
const answerBytesMax = 64 * 1024

const openSecret = (app: App, row: ClaimedRow) => {
  try {
    return app.vault.open(row.secret_sealed)
  } catch {
    return undefined
  }
}

const bodyOf = async (app: App, row: ClaimedRow) => {
  const environment = { id: row.environment_id, postgres: app.postgres }
  const place = { eventId: row.id, webhookId: row.webhook_id }
  const earlier = row.attempts === 0 ? [] : await listAttempts(environment, place)
  const attempts = earlier.map(presentAttempt).toReversed()
  return JSON.stringify({ ...presentEvent(row), attempts })
}

type Fetch = ReturnType<typeof outboundFetch>

const deliverEvent = async (app: App, fetch: Fetch, row: ClaimedRow) => {
  const { clock, postgres } = app
  const secret = openSecret(app, row)
  const body = await bodyOf(app, row)
  const startedAt = clock.now()
  const started = performance.now()
  const outcome =
    secret === undefined
      ? { isDelivered: false, error: 'The secret of this webhook was encrypted by another server.' }
      : await sendEvent(fetch, { address: row.address, secret, body, now: startedAt })
  const number = row.attempts + 1
  const next = outcome.isDelivered ? undefined : nextAttemptAfter(number, clock.now())
  await endAttempt(
    { id: row.environment_id, postgres },
    {
      ...outcome,
      eventId: row.id,
      webhookId: row.webhook_id,
      address: row.address,
      number,
      status: outcome.isDelivered ? 'delivered' : next ? 'pending' : 'failed',
      nextAttemptAt: next ?? startedAt,
      durationMs: Math.round(performance.now() - started),
      startedAt,
    },
  )
  return outcome.isDelivered
}

export const deliverEvents = (app: App, { tickMs = 1000 } = {}): RunningService => {
  const fetch = outboundFetch(app.settings, {
    timeoutMs: responseSeconds * 1000,
    bytesMax: answerBytesMax,
    cutsLongAnswers: true,
  })
  return new DeliveryLoop(
    app.log,
    {
      name: 'events',
      receiverOf: (row: ClaimedRow) => row.webhook_id,
      claim: (places) =>
        claimDeliveries(app.postgres, { now: app.clock.now(), leaseSeconds, ...places }),
      deliver: (row) => deliverEvent(app, fetch, row),
    },
    tickMs,
  )
}
