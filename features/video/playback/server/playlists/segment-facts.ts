import {
  bytesOfOffsets,
  segmentRates,
  type SegmentRates,
} from '@playhead/media/segments/segment-rates.ts'
import { copiedKeyframes } from '@playhead/features/video/processing/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { PlaybackAsset } from '../media-maps.ts'
import { listStoredOffsets, type StoredName } from '../playback.sql.ts'
import { renditionOf } from './renditions.ts'

export interface SegmentFacts {
  /** From the bytes of its segments; undefined where it is not stored. */
  rates?: SegmentRates | undefined
  /** Of each segment, up to the end of its first frame. */
  keyframeBytes?: readonly number[] | undefined
}

/** The numbers of an hour are a thousand, and every viewer begins with these playlists. */
const keptMax = 5_000
const kept = new Map<string, SegmentFacts & { storedAt: number }>()
/** Of what is copied out of the source, which never changes. */
const inPlace = -1

const keep = (key: string, one: SegmentFacts & { storedAt: number }) => {
  kept.delete(key)
  kept.set(key, one)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
}

const factsOfRow = (
  {
    name,
    offsets,
    pieces,
    keyframe_bytes: keyframeBytes,
  }: Awaited<ReturnType<typeof listStoredOffsets>>[number],
  { media }: Pick<PlaybackAsset, 'media'>,
): SegmentFacts => {
  const cuts = renditionOf(media, name)?.cuts ?? []
  const files = (pieces ?? [{ first_segment: 0, offsets }]).toSorted(
    (one, other) => one.first_segment - other.first_segment,
  )
  const bytes = files.flatMap((file) => bytesOfOffsets(file.offsets))
  const isWhole = bytes.length > 0 && bytes.length === cuts.length - 1
  return {
    ...(isWhole && { rates: segmentRates(bytes, cuts) }),
    ...(isWhole && keyframeBytes?.length === bytes.length && { keyframeBytes }),
  }
}

/** What is known of the segments of each rendition, by its name. */
export const segmentFacts = async (
  app: App,
  environment: Environment,
  asset: PlaybackAsset,
  stored: readonly StoredName[],
): Promise<ReadonlyMap<string, SegmentFacts>> => {
  const keyOf = (name: string) => `${asset.id}/${name}`
  const missing = stored.flatMap(({ name, stored_at: storedAt }) =>
    kept.get(keyOf(name))?.storedAt === storedAt ? [] : [name],
  )
  const rows = missing.length > 0 ? await listStoredOffsets(environment, asset.id, missing) : []
  for (const row of rows)
    keep(keyOf(row.name), { storedAt: row.stored_at, ...factsOfRow(row, asset) })
  const names = stored.map(({ name }) => name)
  if (!names.includes('source')) {
    if (kept.get(keyOf('source'))?.storedAt !== inPlace)
      keep(keyOf('source'), {
        storedAt: inPlace,
        keyframeBytes: await copiedKeyframes(app, asset),
      })
    names.push('source')
  }
  return new Map(
    names.flatMap((name) => {
      const facts = kept.get(keyOf(name))
      return facts ? [[name, facts] as const] : []
    }),
  )
}
