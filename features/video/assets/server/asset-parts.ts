import { listMissingFilesOf, type MissingFilesRow } from '@playhead/media-store/media-files.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetApp } from './asset-listener.ts'
import { type AnyAssetPart, assetPartsIn } from './asset-part.ts'
import type { AssetRow } from './row/asset-row.ts'

type PartRow = { asset_id: string | null }

/** An asset with the rows of all its parts. */
export interface AssetParts {
  asset: AssetRow
  rows: ReadonlyMap<AnyAssetPart, readonly PartRow[]>
  /** Set for a stored asset whose files the last storage check did not find. */
  missingFiles?: MissingFilesRow | undefined
}

/** Loads the parts of all assets with one query for each part. */
export const loadPartsOfAssets = async (
  app: Pick<AssetApp, 'slots'>,
  environment: Environment,
  assets: readonly AssetRow[],
): Promise<AssetParts[]> => {
  if (assets.length === 0) return []
  const loaded: [AnyAssetPart, PartRow[]][] = []
  for (const part of assetPartsIn(app)) loaded.push([part, await part.load(environment, assets)])
  const ids = assets.map(({ id }) => id)
  const missingFiles = await listMissingFilesOf(environment, ids)
  return assets.map((asset) => ({
    asset,
    rows: new Map(
      loaded.map(([part, rows]) => [part, rows.filter((row) => row.asset_id === asset.id)]),
    ),
    missingFiles: missingFiles.find(({ asset_id }) => asset_id === asset.id),
  }))
}

export const loadPartsOfAsset = async (
  app: Pick<AssetApp, 'slots'>,
  environment: Environment,
  row: AssetRow,
) => (await loadPartsOfAssets(app, environment, [row]))[0]!
