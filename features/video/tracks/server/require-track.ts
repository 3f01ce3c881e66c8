import { notFound } from '@playhead/contract-kit/errors.ts'
import type { AssetRow } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findTrack } from './tracks.sql.ts'

export const requireTrack = async (tenant: Environment, asset: AssetRow, id: string) => {
  const track = await findTrack(tenant, id)
  if (track?.asset_id !== asset.id) throw notFound('track')
  return track
}
