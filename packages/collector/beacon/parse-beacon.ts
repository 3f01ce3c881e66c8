import type { FieldValue, PlayerEvent } from '../player-event.ts'
import { cleanValue, eventBounds, isPlainKey } from './clean-value.ts'
import { longKey } from './keys.ts'
import { numberOf, positiveOf, textOf } from './read-value.ts'

type RefusalReason = 'unreadable' | 'too_many_events' | 'invalid_event'

export interface ParsedBeacon {
  /** Player clock when the request was sent; that of the newest event when the request has none; null without either. */
  transmittedAt: number | null
  roundTripMs: number
  /** Environment key of the whole request, also when none of its events can be read. */
  environmentKey: string | null
  events: PlayerEvent[]
  refused: { reason: RefusalReason; count: number }[]
}

export const eventsPerBeacon = 300
const idLength = 200
const nameLength = 100
/** The largest value of the columns that hold sequence numbers (UInt32). */
const greatestSequence = 4_294_967_295
/** A round trip longer than a minute says nothing about the network latency. */
const longestRoundTripMs = 60_000
const latestTime = 8_640_000_000_000_000

/** These keys become columns of an event, not fields. */
const identityKeys = new Set([
  'env_key',
  'event',
  'view_id',
  'view_sequence_number',
  'player_sequence_number',
  'player_instance_id',
  'viewer_time',
])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function boundedText(value: FieldValue | undefined, length: number): string | null {
  const text = textOf(value)
  return text === null || text === '' || text.length > length ? null : text.toWellFormed()
}

function sequenceOf(value: FieldValue | undefined): number | null {
  const number = numberOf(value)
  return number !== null && Number.isInteger(number) && number >= 0 && number <= greatestSequence
    ? number
    : null
}

function timeOf(value: FieldValue | undefined): number | null {
  const time = positiveOf(value)
  return time === null || time > latestTime ? null : Math.round(time)
}

function readFields(event: Record<string, unknown>): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {}
  let room = eventBounds.keys
  for (const short in event) {
    if (room === 0) break
    if (!isPlainKey(short)) continue
    const key = longKey(short)
    if (!isPlainKey(key)) continue
    fields[key] = cleanValue(key, event[short])
    room -= 1
  }
  return fields
}

function readEvent(value: unknown, transmittedAt: number | null): PlayerEvent | null {
  if (!isRecord(value)) return null
  const all = readFields(value)
  const name = boundedText(all.event, nameLength)
  const viewId = boundedText(all.view_id, idLength)
  const viewSequence = sequenceOf(all.view_sequence_number)
  const viewerTime = timeOf(all.viewer_time) ?? transmittedAt
  if (name === null || viewId === null || viewSequence === null || viewerTime === null) return null
  const fields: Record<string, FieldValue> = {}
  for (const key in all) if (!identityKeys.has(key)) fields[key] = all[key] ?? null
  return {
    environmentKey: boundedText(all.env_key, idLength),
    name,
    viewId,
    playerInstanceId: boundedText(all.player_instance_id, idLength) ?? '',
    playerSequence: sequenceOf(all.player_sequence_number) ?? 0,
    viewSequence,
    viewerTime,
    fields,
  }
}

/** An event that cannot be read may still contain the environment key. */
function firstKeyOf(list: readonly unknown[]): string | null {
  for (const item of list) {
    if (!isRecord(item)) continue
    const key = boundedText((item.ake ?? item.env_key) as FieldValue | undefined, idLength)
    if (key !== null) return key
  }
  return null
}

const refusal = (reason: RefusalReason, count: number) => (count > 0 ? [{ reason, count }] : [])

/** Parses any request body. Never throws; events that cannot be read are counted. */
export const parseBeacon = (body: string): ParsedBeacon => {
  const beacon = readJson(body)
  const list = isRecord(beacon) ? beacon.events : null
  if (!isRecord(beacon) || !Array.isArray(list) || list.length === 0)
    return {
      transmittedAt: null,
      roundTripMs: 0,
      environmentKey: null,
      events: [],
      refused: refusal('unreadable', 1),
    }
  const metadata = isRecord(beacon.metadata) ? beacon.metadata : {}
  const said = timeOf(metadata.transmission_timestamp as FieldValue | undefined)
  const events: PlayerEvent[] = []
  const first = list.slice(0, eventsPerBeacon)
  for (const item of first) {
    const event = readEvent(item, said)
    if (event) events.push(event)
  }
  let newest: number | null = null
  for (const event of events) newest = Math.max(newest ?? 0, event.viewerTime)
  return {
    transmittedAt: said ?? newest,
    environmentKey: events[0]?.environmentKey ?? firstKeyOf(first),
    roundTripMs: Math.min(
      Math.round(positiveOf(metadata.rtt_ms as FieldValue | undefined) ?? 0),
      longestRoundTripMs,
    ),
    events,
    refused: [
      ...refusal('invalid_event', first.length - events.length),
      ...refusal('too_many_events', list.length - first.length),
    ],
  }
}
