import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findPlaybackId } from './playback-ids.sql.ts'

export const requirePlaybackId = async (environment: Environment, assetId: string, id: string) => {
  const found = await findPlaybackId(environment, id)
  if (found?.asset_id !== assetId) throw notFound('playback id')
  return found
}
