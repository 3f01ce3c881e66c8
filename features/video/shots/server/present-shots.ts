import type { z } from 'zod/mini'
import type { AssetShots } from '@playhead/features/video/assets/contract'
import type { AssetRow } from '@playhead/features/video/assets/server'
import type { PlaybackIdRow } from '@playhead/features/video/playback-ids/server'

export const presentShots = (
  asset: AssetRow,
  playbackIds: readonly PlaybackIdRow[],
  publicUrl: string,
): z.input<typeof AssetShots> | undefined => {
  if (asset.shots_status === null) return undefined
  const [first] = playbackIds
  return {
    status: asset.shots_status,
    errors:
      asset.shots_error === null
        ? undefined
        : { type: 'shots_failed', messages: [asset.shots_error] },
    shots_manifest_url:
      asset.shots_status === 'completed' && first
        ? `${publicUrl}/${first.id}/shots.json`
        : undefined,
  }
}
