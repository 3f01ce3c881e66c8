import {
  enqueueRemoval,
  lockAsset,
  recordTrackEvent,
  type TrackRow,
} from '@playhead/features/video/assets/server'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { type MadeTrack, markTrackErrored, markTrackReady } from './track-result.sql.ts'

/** The row, whatever else changes with it, and the event, together; of what was deleted meanwhile nothing stays. */
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
