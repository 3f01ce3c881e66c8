import type { App } from '@playhead/server-kit/app.ts'
import type { RunningService } from '@playhead/server-kit/feature.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { presentEvent } from '@playhead/features/activity/events/server'
import { type ClaimedRow, claimDeliveries, endAttempt } from './claim.sql.ts'
import { listAttempts } from './deliveries.sql.ts'
import { presentAttempt } from './present-attempt.ts'
import { nextAttemptAfter } from './retry-gaps.ts'
import { responseSeconds, sendEvent } from './send-event.ts'

const total = 64
/** Concurrent deliveries; a webhook whose last delivery failed gets one at a time. */
const perWebhook = 4
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

class EventDelivery implements RunningService {
  readonly #app: App
  readonly #fetch: ReturnType<typeof outboundFetch>
  readonly #tickMs: number
  /** Number of deliveries in flight, by webhook. */
  readonly #busy = new Map<string, number>()
  readonly #failing = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false

  constructor(app: App, tickMs: number) {
    this.#app = app
    this.#tickMs = tickMs
    this.#fetch = outboundFetch(app.settings, {
      timeoutMs: responseSeconds * 1000,
      bytesMax: answerBytesMax,
      cutsLongAnswers: true,
    })
    this.#tick()
  }

  wake() {
    if (this.#isStopped) return
    if (this.#filling) {
      this.#isAskedAgain = true
      return
    }
    this.#filling = this.#fill()
      .catch((error: unknown) => this.#app.log.warn('webhooks cannot be notified', { error }))
      .finally(() => {
        this.#filling = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.wake()
      })
  }

  /** Deliveries in flight get five seconds to finish, so that they need not be sent twice. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#filling
    await Promise.all(this.#running)
  }

  #tick() {
    this.wake()
    this.#timer = setTimeout(() => this.#tick(), this.#tickMs)
    this.#timer.unref()
  }

  #held() {
    const ids = new Set([...this.#busy.keys(), ...this.#failing])
    return [...ids].map((webhookId) => ({
      webhookId,
      places: Math.max(
        0,
        (this.#failing.has(webhookId) ? 1 : perWebhook) - (this.#busy.get(webhookId) ?? 0),
      ),
    }))
  }

  async #fill() {
    const free = total - this.#running.size
    if (free <= 0) return
    const rows = await claimDeliveries(this.#app.postgres, {
      now: this.#app.clock.now(),
      leaseSeconds,
      total: free,
      perWebhook,
      held: this.#held(),
    })
    for (const row of rows) this.#begin(row)
  }

  #begin(row: ClaimedRow) {
    const { webhook_id: webhookId } = row
    this.#busy.set(webhookId, (this.#busy.get(webhookId) ?? 0) + 1)
    const running = this.#deliver(row)
      .catch((error: unknown) =>
        // The lease expires and the event is sent again: delivery is at least once.
        this.#app.log.warn('a webhook attempt could not be written', { webhook: webhookId, error }),
      )
      .finally(() => {
        this.#running.delete(running)
        const left = this.#busy.get(webhookId)! - 1
        if (left === 0) this.#busy.delete(webhookId)
        else this.#busy.set(webhookId, left)
        this.wake()
      })
    this.#running.add(running)
  }

  async #deliver(row: ClaimedRow) {
    const { clock, postgres } = this.#app
    const secret = openSecret(this.#app, row)
    const body = await bodyOf(this.#app, row)
    const startedAt = clock.now()
    const started = performance.now()
    const outcome =
      secret === undefined
        ? { isDelivered: false, error: 'The secret of this webhook was sealed by another server.' }
        : await sendEvent(this.#fetch, { address: row.address, secret, body, now: startedAt })
    if (outcome.isDelivered) this.#failing.delete(row.webhook_id)
    else this.#failing.add(row.webhook_id)
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
  }
}

export const deliverEvents = (app: App, { tickMs = 1000 } = {}): RunningService =>
  new EventDelivery(app, tickMs)
