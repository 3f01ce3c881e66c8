import {
  bytesOfOffsets,
  segmentRates,
  type SegmentRates,
} from '@playhead/media/segments/segment-rates.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { PlaybackAsset } from '../media-maps.ts'
import { listStoredOffsets, type StoredName } from '../playback.sql.ts'
import { renditionOf } from './renditions.ts'

interface Kept {
  storedAt: number
  /** Undefined where its segments are not those of the map. */
  rates: SegmentRates | undefined
}

/** The offsets of an hour are a thousand numbers, and every viewer begins with this playlist. */
const keptMax = 5_000
const kept = new Map<string, Kept>()

const keep = (key: string, one: Kept) => {
  kept.delete(key)
  kept.set(key, one)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
}

/** Bit rates of the renditions that are stored, from the bytes of their segments. */
export const storedRates = async (
  environment: Environment,
  { id, media }: Pick<PlaybackAsset, 'id' | 'media'>,
  stored: readonly StoredName[],
): Promise<ReadonlyMap<string, SegmentRates>> => {
  const keyOf = (name: string) => `${id}/${name}`
  const missing = stored.filter(
    ({ name, stored_at: storedAt }) => kept.get(keyOf(name))?.storedAt !== storedAt,
  )
  const rows =
    missing.length > 0
      ? await listStoredOffsets(
          environment,
          id,
          missing.map(({ name }) => name),
        )
      : []
  for (const { name, stored_at: storedAt, offsets, pieces } of rows) {
    const cuts = renditionOf(media, name)?.cuts ?? []
    const files = (pieces ?? [{ first_segment: 0, offsets }]).toSorted(
      (one, other) => one.first_segment - other.first_segment,
    )
    const bytes = files.flatMap((file) => bytesOfOffsets(file.offsets))
    const isWhole = bytes.length > 0 && bytes.length === cuts.length - 1
    keep(keyOf(name), { storedAt, rates: isWhole ? segmentRates(bytes, cuts) : undefined })
  }
  const entries = stored.flatMap(({ name }) => {
    const rates = kept.get(keyOf(name))?.rates
    return rates ? [[name, rates] as const] : []
  })
  return new Map(entries)
}
