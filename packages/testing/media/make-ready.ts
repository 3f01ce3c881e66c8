import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const Made = z.object({ id: z.uuid() })

/** The state of an asset after its file was inspected, without a file: a minute of video and audio. */
export const makeReady = async (postgres: Database, assetId: string) => {
  await postgres.run(sql`
    update assets set status = 'ready', progress_state = 'completed', progress_percent = 100,
      duration = 60, resolution_tier = '1080p', aspect_ratio = '16:9', max_stored_frame_rate = 30,
      playable_at = now(), ready_at = now()
    where id = ${assetId}`)
  const track = (type: 'video' | 'audio') =>
    postgres.row(
      Made,
      sql`
      insert into asset_tracks (environment_id, asset_id, type, status, is_primary, duration,
        max_width, max_height, max_frame_rate, max_channels, source_stream)
      select environment_id, id, ${type}, 'ready', ${type === 'audio'}, 60,
        ${type === 'video' ? 1920 : null}, ${type === 'video' ? 1080 : null},
        ${type === 'video' ? 30 : null}, ${type === 'audio' ? 2 : null},
        ${type === 'video' ? 0 : 1}
      from assets where id = ${assetId} returning id`,
    )
  const [video, audio] = [await track('video'), await track('audio')]
  return { videoTrackId: video.id, audioTrackId: audio.id }
}
