import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import type { ParsedBeacon } from '../../beacon/parse-beacon.ts'
import { contentLeft } from '../../cmcd/content-change.ts'
import type { ArrivedEvent, EventSource, PlayerEvent } from '../../player-event.ts'
import { applyEvent, openView } from '../../view/apply-event.ts'
import {
  type CollectedEnvironment,
  type CollectorOptions,
  finalAfterMs,
  unknownEnvironmentId,
} from '../collector-options.ts'
import { leaveEvent, leavesDue } from '../views/content-leaves.ts'
import type { Delivery } from './delivery.ts'
import type { EnvironmentCache } from '../environment-cache.ts'
import { eventLine } from '../events/event-line.ts'
import type { EventWriter } from '../events/event-writer.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type LiveView, measured, viewKey } from '../views/live-view.ts'
import type { LiveViews } from '../views/live-views.ts'
import type { Found, ViewLookups } from '../views/view-lookups.ts'

export interface Arrival {
  source: EventSource
  delivery: Delivery
  receivedAt: number
  transmittedAt: number
  roundTripMs: number
  context: RequestContext
  userAgent: string
}

interface IntakeParts {
  environments: EnvironmentCache
  views: LiveViews
  lookups: ViewLookups
  writer: EventWriter
  ledger: Ledger
}

/** An event older than this may belong to a final view that is no longer in memory. */
const surelyNewMs = 55 * 60_000
const hintLength = 200
const keyHintLength = 6

/** An event that waits until the stored events of its view are loaded. */
interface Waiting {
  delivery: Delivery
  settle: () => void
}

/** Decides about each event: stored, duplicate or rejected. The decision is counted before the request is answered. */
export class Intake {
  readonly #options: CollectorOptions
  readonly #parts: IntakeParts
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(options: CollectorOptions, parts: IntakeParts) {
    this.#options = options
    this.#parts = parts
  }

  take(parsed: ParsedBeacon, arrival: Arrival) {
    const [first] = parsed.events
    for (const { reason, count } of parsed.refused)
      this.#withEnvironment(parsed.environmentKey, arrival, (environment) =>
        this.#reject(environment?.id, reason, arrival, first, count),
      )
    for (const event of parsed.events)
      this.#withEnvironment(event.environmentKey, arrival, (environment) => {
        if (environment) this.#arrive(event, environment, arrival)
        else this.#reject(undefined, 'unknown_environment', arrival, event)
      })
  }

  refuse(reason: string, arrival: Arrival, environmentKey: string | null) {
    this.#withEnvironment(environmentKey, arrival, (environment) =>
      this.#reject(environment?.id, reason, arrival),
    )
  }

  #withEnvironment(
    given: string | null,
    { delivery }: Arrival,
    callback: (environment: CollectedEnvironment | null) => void,
  ) {
    const key = given ?? this.#options.defaultEnvironmentKey ?? ''
    const known = this.#parts.environments.find(key)
    if (known !== undefined) return callback(known)
    delivery.hold()
    const ask = () =>
      this.#parts.environments.whenKnown(key, (environment) => {
        if (delivery.isOver) return
        // While the database is unavailable the request waits; a timer closes it without a response.
        if (environment === undefined) return void setTimeout(ask, 500).unref()
        callback(environment)
        delivery.settle()
      })
    ask()
  }

  #arrive(event: PlayerEvent, environment: CollectedEnvironment, arrival: Arrival) {
    const { views, lookups } = this.#parts
    const key = viewKey(environment.id, event.viewId)
    const waiting = this.#waiting.get(key)
    if (waiting) return this.#wait(waiting, event, environment, arrival)
    const view = views.get(key)
    if (view) return this.#apply(view, event, environment, arrival)
    const closedAt = views.closedAt(key)
    if (closedAt === undefined && !this.#mayBeStored(event, arrival))
      return this.#open(key, event, environment, arrival)
    const queue: Waiting[] = []
    this.#waiting.set(key, queue)
    this.#wait(queue, event, environment, arrival)
    lookups.find({
      environmentId: environment.id,
      viewId: event.viewId,
      isForgotten: () => queue.every(({ delivery }) => delivery.isOver),
      found: (found) => this.#found(key, found, queue),
    })
  }

  #mayBeStored(event: PlayerEvent, { receivedAt, transmittedAt, roundTripMs }: Arrival) {
    if (event.viewSequence > 1 || this.#parts.views.mayHaveForgotten(receivedAt)) return true
    return transmittedAt - event.viewerTime + roundTripMs / 2 > surelyNewMs
  }

  #wait(queue: Waiting[], event: PlayerEvent, environment: CollectedEnvironment, arrival: Arrival) {
    const { delivery } = arrival
    delivery.hold()
    const settle = () => {
      // The player sends an abandoned delivery again.
      if (delivery.isOver) return
      this.#settleWaiting(event, environment, arrival)
      delivery.settle()
    }
    queue.push({ delivery, settle })
  }

  #found(key: string, found: Found, queue: readonly Waiting[]) {
    this.#waiting.delete(key)
    if (found.kind === 'goes_on' && !this.#parts.views.get(key))
      this.#parts.views.restore(found.view, true)
    this.#finalKey = found.kind === 'final' ? key : undefined
    for (const { settle } of queue) settle()
    this.#finalKey = undefined
  }

  #finalKey: string | undefined

  #settleWaiting(event: PlayerEvent, environment: CollectedEnvironment, arrival: Arrival) {
    const key = viewKey(environment.id, event.viewId)
    if (this.#finalKey === key) return this.#reject(environment.id, 'view_final', arrival, event)
    const view = this.#parts.views.get(key)
    if (view) this.#apply(view, event, environment, arrival)
    else this.#open(key, event, environment, arrival)
  }

  #open(key: string, event: PlayerEvent, environment: CollectedEnvironment, arrival: Arrival) {
    const arrived = this.#arrivedEvent(event, environment, arrival)
    const state = openView(arrived)
    const view: LiveView = {
      key,
      environmentId: environment.id,
      viewId: event.viewId,
      state,
      lastReceivedAt: arrival.receivedAt,
      lastBatch: arrived.batch,
      ...measured(state),
      written: [],
    }
    this.#store(view, arrived, arrival)
    this.#tellLeft(view, event, arrival)
    if (environment.status === 'waiting') this.#advance(environment)
  }

  #apply(view: LiveView, event: PlayerEvent, environment: CollectedEnvironment, arrival: Arrival) {
    if (view.lastReceivedAt + finalAfterMs <= arrival.receivedAt)
      return this.#reject(environment.id, 'view_final', arrival, event)
    const arrived = this.#arrivedEvent(event, environment, {
      ...arrival,
      roundTripMs: travelled(view, arrival),
    })
    const isNew = applyEvent(view.state, arrived) !== 'duplicate'
    if (isNew) this.#store(view, arrived, arrival)
    // The first attempt may have failed before its content changes for other views were stored.
    this.#tellLeft(view, event, arrival)
    if (isNew) return
    const { ledger, writer } = this.#parts
    ledger.count(environment.id, 'duplicate', '', 1)
    ledger.waitFor(arrival.delivery)
    // A duplicate is acknowledged only once the first copy is stored.
    writer.waitFor(view.lastBatch, arrival.delivery)
  }

  #store(view: LiveView, arrived: ArrivedEvent, { delivery }: Arrival) {
    view.lastReceivedAt = arrived.receivedAt
    view.lastBatch = arrived.batch
    if (view.held !== delivery.held) {
      view.heldBefore = view.held
      view.held = delivery.held
    }
    const { environmentId, viewId, viewSequence, receivedAt } = arrived
    const text = eventLine(arrived)
    this.#parts.views.touch(view, text.length)
    const isOurs = arrived.source === 'cmcd' && arrived.name === contentLeft
    const line = { environmentId, viewId, viewSequence, receivedAt, text, isOurs }
    this.#parts.writer.add(line, delivery)
  }

  /** A view ends when another content replaces its own: only the session knows about both. */
  #tellLeft(view: LiveView, event: PlayerEvent, arrival: Arrival) {
    if (arrival.source !== 'cmcd') return
    for (const leave of leavesDue(this.#parts.views.ofSession(view), view, event)) {
      if (leave.view.lastReceivedAt + finalAfterMs <= arrival.receivedAt) continue
      const { receivedAt } = arrival
      const left = leaveEvent(leave, { receivedAt, batch: this.#parts.writer.batchNumber })
      if (applyEvent(leave.view.state, left) !== 'duplicate') this.#store(leave.view, left, arrival)
    }
  }

  #arrivedEvent(
    event: PlayerEvent,
    environment: CollectedEnvironment,
    { source, receivedAt, transmittedAt, roundTripMs, context }: Arrival,
  ): ArrivedEvent {
    const batch = this.#parts.writer.batchNumber
    return {
      environmentKey: event.environmentKey,
      name: event.name,
      viewId: event.viewId,
      playerInstanceId: event.playerInstanceId,
      playerSequence: event.playerSequence,
      viewSequence: event.viewSequence,
      viewerTime: event.viewerTime,
      fields: event.fields,
      environmentId: environment.id,
      source,
      receivedAt,
      batch,
      transmittedAt,
      roundTripMs,
      context,
    }
  }

  #reject(
    environmentId: string | undefined,
    reason: string,
    { delivery, receivedAt, userAgent }: Arrival,
    event?: PlayerEvent,
    count = 1,
  ) {
    const { ledger } = this.#parts
    ledger.count(environmentId ?? unknownEnvironmentId, 'rejected', reason, count)
    ledger.waitFor(delivery)
    const software = event?.fields.player_software_name ?? event?.fields.player_name
    ledger.keepRejection({
      environment_id: environmentId ?? unknownEnvironmentId,
      rejected_at: receivedAt,
      reason,
      event: event?.name ?? '',
      view_id: event?.viewId ?? '',
      player: hint(typeof software === 'string' ? software : ''),
      user_agent: hint(userAgent),
      environment_key: environmentId ? '' : (event?.environmentKey ?? '').slice(0, keyHintLength),
    })
  }

  #advance(environment: CollectedEnvironment) {
    environment.status = 'views_processing'
    this.#options.directory
      .advanceStatus(environment.id, 'views_processing')
      .catch(() => (environment.status = 'waiting'))
  }
}

/** A player reports how long its request before took; part of that was the insert it waited for, not the network. */
const travelled = (view: LiveView, { roundTripMs, delivery }: Arrival) => {
  const { ms } = (view.held === delivery.held ? view.heldBefore : view.held) ?? { ms: 0 }
  return roundTripMs > 0 ? Math.max(1, Math.round(roundTripMs - ms)) : roundTripMs
}

const hint = (text: string) => text.slice(0, hintLength).toWellFormed()
