import type { RequestContext } from '@playhead/enrichment/request-context.ts'

export type FieldValue = string | number | boolean | null | object

/** One event of one player as its beacon brought it, keys in full, values as hostile as they came but bounded. */
export interface PlayerEvent {
  /** What the page gave as its environment; null when it gave none. */
  environmentKey: string | null
  name: string
  viewId: string
  playerInstanceId: string
  playerSequence: number
  viewSequence: number
  /** Clock of the player, milliseconds since 1970. */
  viewerTime: number
  /** Only what this event carried: deltas between full events. */
  fields: Readonly<Record<string, FieldValue>>
}

export type EventSource = 'mux' | 'cmcd'

/** A player event together with what the server knows of its arrival: what the table `events` holds. */
export interface ArrivedEvent extends PlayerEvent {
  environmentId: string
  source: EventSource
  receivedAt: number
  /** Grows with every batch a collector writes. */
  batch: number
  transmittedAt: number
  roundTripMs: number
  context: RequestContext
}
