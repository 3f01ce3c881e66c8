import { listMissingFilesOf } from '@playhead/features/video/storage-check/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { listPlaybackIdsOf, listRenditionsOf, listTracksOf } from './asset-parts.sql.ts'
import type { AssetParts, AssetRow } from './asset-row.ts'

const byAsset = <Row extends { asset_id: string | null }>(rows: Row[], { id }: AssetRow) =>
  rows.filter((row) => row.asset_id === id)

/** The rows with what belongs to each, in four questions however many there are. */
export const partsOf = async (
  environment: Environment,
  rows: AssetRow[],
): Promise<AssetParts[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const playbackIds = await listPlaybackIdsOf(environment, ids)
  const tracks = await listTracksOf(environment, ids)
  const renditions = await listRenditionsOf(environment, ids)
  const missingFiles = await listMissingFilesOf(environment, ids)
  return rows.map((asset) => ({
    asset,
    playbackIds: byAsset(playbackIds, asset),
    tracks: byAsset(tracks, asset),
    renditions: byAsset(renditions, asset),
    missingFiles: missingFiles.find(({ asset_id }) => asset_id === asset.id),
  }))
}

export const onePartsOf = async (environment: Environment, row: AssetRow) =>
  (await partsOf(environment, [row]))[0]!
