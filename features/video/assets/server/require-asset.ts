import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { AssetRow } from './row/asset-row.ts'
import { findAsset } from './row/assets.sql.ts'

export const requireAsset = async (environment: Environment, id: string): Promise<AssetRow> => {
  const asset = await findAsset(environment, id)
  if (!asset) throw notFound('asset')
  return asset
}
