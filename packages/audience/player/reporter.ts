import type { FieldValue } from '@playhead/collector/player-event.ts'

export type Fields = Record<string, FieldValue>

export interface Beacon {
  /** When it is sent, in real time. */
  at: number
  events: Fields[]
}

const timerMs = 10_000
const eventsMax = 300
const sessionMs = 25 * 60_000
/** A player that was silent for this long sends a full event again. */
const forgottenMs = 10 * 60_000

/** Sent in every event that has them. */
const always = new Set([
  'env_key',
  'view_id',
  'player_instance_id',
  'player_playhead_time',
  'view_playing_time_ms_cumulative',
  'ad_playing_time_ms_cumulative',
  'video_id',
  'beacon_domain',
  'mux_api_version',
])

/** Sends changed fields in batches, as the SDK does: all fields in the first event, at the start and at the end. */
export class Reporter {
  readonly #known: Fields
  readonly #reported = new Map<string, FieldValue>()
  readonly #clockSkewMs: number
  #queue: Fields[] = []
  #sequence = 0
  #lastEventAt = -Infinity
  #lastSentAt = -Infinity
  #dueAt = Infinity
  #ready: Beacon[] = []

  constructor(constants: Fields, clockSkewMs: number) {
    this.#known = { ...constants }
    this.#clockSkewMs = clockSkewMs
  }

  set(fields: Fields): void {
    Object.assign(this.#known, fields)
  }

  /** Sends what the timer would have sent by this time. */
  tick(at: number): void {
    while (this.#queue.length > 0 && this.#dueAt <= at) this.#send(this.#dueAt)
  }

  /** `own` is sent with this event only; `stamp` is its time when that is not now. */
  emit(
    name: string,
    at: number,
    { own = {}, stamp = at, flush = false }: { own?: Fields; stamp?: number; flush?: boolean } = {},
  ): void {
    this.tick(at)
    this.#sequence += 1
    const isFull =
      this.#sequence === 1 ||
      name === 'viewstart' ||
      name === 'viewend' ||
      at - this.#lastEventAt >= forgottenMs
    this.#lastEventAt = at
    this.#known['session_expires'] = stamp + this.#clockSkewMs + sessionMs
    const event: Fields = {
      event: name,
      viewer_time: stamp + this.#clockSkewMs,
      view_sequence_number: this.#sequence,
      player_sequence_number: this.#sequence,
    }
    for (const [key, value] of Object.entries(this.#known)) {
      if (!isFull && !always.has(key) && this.#reported.get(key) === value) continue
      event[key] = value
      this.#reported.set(key, value)
    }
    Object.assign(event, own)
    if (this.#queue.length === 0) this.#dueAt = Math.max(at, this.#lastSentAt + timerMs)
    if (this.#queue.length === 0 && this.#dueAt <= at) this.#dueAt = at + timerMs
    this.#queue.push(event)
    if (flush) this.flush(at)
  }

  flush(at: number): void {
    while (this.#queue.length > 0) this.#send(at)
  }

  #send(at: number): void {
    this.#ready.push({ at, events: this.#queue.slice(0, eventsMax) })
    this.#queue = this.#queue.slice(eventsMax)
    this.#lastSentAt = at
    this.#dueAt = at + timerMs
  }

  /** Beacons that are ready to be sent. */
  take(): Beacon[] {
    return this.#ready.splice(0)
  }
}
