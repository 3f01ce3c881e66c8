import { randomUUID } from 'node:crypto'
import type { App } from '@playhead/server-kit/app.ts'
import type { RunningService } from '@playhead/server-kit/feature.ts'
import type { Receiver } from '@playhead/server-kit/messages/send-messages.ts'
import { type CheckState, judgeCheck } from './judge-check.ts'
import { messageOfAlert } from './message-of-alert.ts'
import { bounded } from './bounded.ts'
import { type CheckReading, checkReader } from './read-checks.ts'
import { sendToOperator } from './send-to-operator.ts'
import {
  deliveryTo,
  isDue,
  newAlert,
  noteOutcome,
  owedTo,
  type ServerAlert,
} from './server-alert.ts'
import { holdWatch, leaveWatch, listUnfinished, saveAlert } from './server-alerts.sql.ts'

/** Another process takes over when this one is gone for longer. */
const heldMs = 30_000
const databaseMs = 3_000

/**
 * Judges the checks and sends what they come to. One process of all does. What it knows is in memory, so that it
 * goes on while the database is away: who held the watch then keeps it.
 */
export class ServerWatch implements RunningService {
  readonly #app: App
  readonly #readChecks: () => Promise<CheckReading[]>
  readonly #holder = randomUUID()
  readonly #holdInTime = bounded(databaseMs)
  readonly #saveInTime = bounded(databaseMs)
  readonly #states = new Map<string, CheckState>()
  /** Open, or with messages that were not sent. */
  #alerts: ServerAlert[] = []
  readonly #unsaved = new Set<ServerAlert>()
  #isHolding = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #stepping: Promise<void> | undefined

  constructor(app: App) {
    this.#app = app
    this.#readChecks = checkReader(app)
  }

  start(tickMs: number): this {
    this.wake()
    this.#timer = setInterval(() => this.wake(), tickMs)
    this.#timer.unref()
    return this
  }

  wake() {
    if (this.#isStopped) return
    this.#stepping ??= this.step()
      .catch((error: unknown) => this.#app.log.warn('the server could not be watched', { error }))
      .finally(() => {
        this.#stepping = undefined
      })
  }

  async stop() {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#stepping
    if (this.#isHolding)
      await this.#holdInTime(() => leaveWatch(this.#app.postgres, this.#holder)).catch(
        () => undefined,
      )
  }

  async step() {
    if (!(await this.#hold())) return
    for (const reading of await this.#readChecks()) this.#judge(reading)
    await Promise.all(
      this.#app.settings.operatorChannels.map((receiver) => this.#sendDue(receiver)),
    )
    await this.#save()
  }

  async #hold() {
    const { clock, postgres } = this.#app
    const now = clock.now()
    const until = new Date(now.getTime() + heldMs)
    try {
      const held = await this.#holdInTime(async () => {
        const isHolder = await holdWatch(postgres, { holder: this.#holder, now, until })
        return isHolder && { unfinished: this.#isHolding ? [] : await listUnfinished(postgres) }
      })
      if (held && !this.#isHolding) this.#take(held.unfinished)
      this.#isHolding = held !== false
    } catch {
      // The database is away; the check of it says so.
    }
    return this.#isHolding
  }

  /** From the process before. Its checks begin as it left them. */
  #take(alerts: ServerAlert[]) {
    const now = this.#app.clock.now()
    this.#alerts = alerts
    this.#unsaved.clear()
    this.#states.clear()
    for (const { check, severity, endedAt } of alerts)
      if (!endedAt) this.#states.set(check, { isWell: false, since: now, severity })
  }

  #judge({ name, finding }: CheckReading) {
    const now = this.#app.clock.now()
    const { state, change } = judgeCheck(this.#states.get(name), finding, now)
    this.#states.set(name, state)
    if (change === 'opened') {
      const alert = newAlert(name, state.severity!, finding!.sentence, state.since)
      this.#alerts.push(alert)
      this.#unsaved.add(alert)
      this.#app.log.warn('an alert about the server opened', {
        check: name,
        sentence: alert.sentence,
      })
    }
    const open = this.#alerts.find((alert) => alert.check === name && !alert.endedAt)
    if (!open || change === undefined || change === 'opened') return
    if (change === 'ended') open.endedAt = now
    else Object.assign(open, { severity: 'alert', isRaised: true, sentence: finding!.sentence })
    this.#unsaved.add(open)
  }

  /** One failure ends it: a receiver that hangs must not hold up a step for longer than the watch is held. */
  async #sendDue(receiver: Receiver) {
    const began = this.#app.clock.now()
    const due = this.#alerts
      .filter((alert) => isDue(alert, receiver, began))
      .toSorted(
        (one, other) => deliveryTo(one, receiver).attempts - deliveryTo(other, receiver).attempts,
      )
    for (const alert of due) {
      const now = this.#app.clock.now()
      const kind = owedTo(alert, receiver)!
      const message = messageOfAlert(this.#app.settings, alert, kind)
      const outcome = await sendToOperator(this.#app, receiver, message)
      noteOutcome(alert, receiver, kind, outcome, now)
      this.#unsaved.add(alert)
      if (!outcome.isDelivered) return
    }
  }

  #isDelivered(alert: ServerAlert) {
    const { operatorChannels } = this.#app.settings
    return operatorChannels.every((receiver) => owedTo(alert, receiver) === undefined)
  }

  async #save() {
    for (const alert of this.#unsaved) {
      try {
        await this.#saveInTime(() => saveAlert(this.#app.postgres, alert, this.#isDelivered(alert)))
      } catch {
        // Saved once the database is back.
        return
      }
      this.#unsaved.delete(alert)
    }
    this.#alerts = this.#alerts.filter((alert) => !alert.endedAt || !this.#isDelivered(alert))
  }
}
