import type { FieldValue } from '../player-event.ts'
import { shortKey } from './keys.ts'

interface BeaconToWrite {
  transmittedAt: number
  /** Null on the first request of a player, which has not measured one yet. */
  roundTripMs: number | null
  events: readonly Readonly<Record<string, FieldValue>>[]
}

/** The body as a player sends it: compressed keys, with the URLs at the end of each event. */
export const writeBeacon = ({ transmittedAt, roundTripMs, events }: BeaconToWrite): string => {
  return JSON.stringify({
    metadata: {
      transmission_timestamp: transmittedAt,
      ...(roundTripMs === null ? {} : { rtt_ms: roundTripMs }),
    },
    events: events.map(compressed),
  })
}

function compressed(event: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
  const short: Record<string, FieldValue> = {}
  const addresses: string[] = []
  for (const key of Object.keys(event)) {
    if (key.split('_').includes('url')) addresses.push(key)
    else short[shortKey(key)] = event[key] ?? null
  }
  for (const key of addresses) short[shortKey(key)] = event[key] ?? null
  return short
}
