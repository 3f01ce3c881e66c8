import { lockAsset } from '@playhead/features/video/assets/server'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { type MadeTrack, markTrackErrored, markTrackReady } from './track-result.sql.ts'
import { recordTrackEvent } from '../record-track-event.ts'
import type { TrackRow } from '../track-row.ts'

/** Writes the row, related changes and the event in one transaction; a deleted track leaves nothing behind. */
export const keepTrack = async (
  environment: Environment,
  track: Pick<TrackRow, 'id' | 'asset_id'>,
  made: MadeTrack,
  {
    also,
    leftover = made.storageKey,
  }: { also?: (tenant: Environment) => Promise<unknown>; leftover?: string } = {},
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const asset = await lockAsset(tenant, track.asset_id)
    if (!asset || !(await markTrackReady(tenant, track.id, made)))
      return enqueueRemoval(tenant, leftover)
    await also?.(tenant)
    await recordTrackEvent(tenant, 'video.asset.track.ready', track.id)
  })

export const refuseTrack = (
  environment: Environment,
  trackId: string,
  failure: { type: string; message: string },
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    if (await markTrackErrored(tenant, trackId, failure))
      await recordTrackEvent(tenant, 'video.asset.track.errored', trackId)
  })
