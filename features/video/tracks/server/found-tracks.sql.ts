import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const IdRow = z.object({ id: z.uuid() })

export interface FoundTrack {
  type: 'video' | 'audio'
  isPrimary: boolean
  name: string | null
  languageCode: string | null
  /** Null while it is recorded. */
  duration: number | null
  status?: 'preparing' | 'ready'
  width: number | null
  height: number | null
  frameRate: number | null
  channels: number | null
  stream: number
}

/** Removes the tracks of an earlier attempt; tracks that people added by an address stay. */
export const deleteFoundTracks = (environment: Environment, assetId: string) =>
  environment.postgres.run(sql`
    delete from asset_tracks where environment_id = ${environment.id} and asset_id = ${assetId}
      and type <> 'text' and url is null`)

export const insertFoundTrack = async (
  environment: Environment,
  assetId: string,
  track: FoundTrack,
) =>
  (
    await environment.postgres.row(
      IdRow,
      sql`
    insert into asset_tracks (environment_id, asset_id, type, status, is_primary, name, language_code,
      duration, max_width, max_height, max_frame_rate, max_channels, source_stream)
    values (${environment.id}, ${assetId}, ${track.type}, ${track.status ?? 'ready'}, ${track.isPrimary},
      case when exists (select 1 from asset_tracks where asset_id = ${assetId} and type = ${track.type}
        and name = ${track.name} and status <> 'deleted')
      then ${track.name}::text || ' (' || ${track.stream}::int || ')' else ${track.name} end,
      ${track.languageCode}, ${track.duration}, ${track.width}, ${track.height}, ${track.frameRate},
      ${track.channels}, ${track.stream})
    returning id`,
    )
  ).id

/** The tracks of a live stream; other sounds have an address. */
export const markFoundTracksReady = async (environment: Environment, assetId: string) =>
  (
    await environment.postgres.rows(
      IdRow,
      sql`
      update asset_tracks set status = 'ready'
      where environment_id = ${environment.id} and asset_id = ${assetId} and type <> 'text'
        and url is null and status = 'preparing' returning id`,
    )
  ).map(({ id }) => id)

export const updateFoundTrack = (environment: Environment, assetId: string, track: FoundTrack) =>
  environment.postgres.run(sql`
    update asset_tracks set duration = ${track.duration}, max_width = ${track.width},
      max_height = ${track.height}, max_frame_rate = ${track.frameRate},
      max_channels = ${track.channels}, source_stream = ${track.stream}
    where environment_id = ${environment.id} and asset_id = ${assetId} and type = ${track.type}
      and url is null and status <> 'deleted'`)
