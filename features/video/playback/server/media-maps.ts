import { MediaMap } from '@playhead/media/media-map.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { type AssetRow, findAsset } from './playback.sql.ts'

export type PlaybackAsset = Omit<AssetRow, 'media_map'> & {
  environmentId: string
  media: MediaMap
}

/** The map of an hour has thousands of numbers, so it is cached instead of read for each segment. */
const keptMax = 200
const kept = new Map<string, { version: string; asset: PlaybackAsset }>()

/** Without a version any that is cached will do: segments of a recording do not change. */
export const assetOf = async (
  environment: Environment,
  assetId: string,
  version?: string,
): Promise<PlaybackAsset | undefined> => {
  const known = kept.get(assetId)
  kept.delete(assetId)
  if (known && (version === undefined || known.version === version)) {
    kept.set(assetId, known)
    return known.asset
  }
  const row = await findAsset(environment, assetId)
  if (!row || row.media_map === null) return undefined
  const { media_map: map, ...rest } = row
  const asset = { ...rest, environmentId: environment.id, media: MediaMap.parse(map) }
  const oldest = kept.keys().next().value
  if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
  kept.set(assetId, { version: version ?? '', asset })
  return asset
}
