import type { RequestContext } from '@playhead/enrichment/request-context.ts'

export type FieldValue = string | number | boolean | null | object

/** One event of a player from its beacon, with full keys; values are untrusted but bounded in size. */
export interface PlayerEvent {
  /** The environment key that the page set; null when it set none. */
  environmentKey: string | null
  name: string
  viewId: string
  playerInstanceId: string
  playerSequence: number
  viewSequence: number
  /** Player clock, milliseconds since 1970. */
  viewerTime: number
  /** Only what this event carried: between full events players send deltas. */
  fields: Readonly<Record<string, FieldValue>>
}

export type EventSource = 'mux' | 'cmcd'

/** A player event with what the server knows about its arrival: a row of the table `events`. */
export interface ArrivedEvent extends PlayerEvent {
  environmentId: string
  source: EventSource
  receivedAt: number
  /** Increases with every batch that a collector writes. */
  batch: number
  transmittedAt: number
  roundTripMs: number
  context: RequestContext
}
