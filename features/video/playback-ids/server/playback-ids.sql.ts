import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { PlaybackIdRow } from './playback-id-row.ts'

const columns = sql`id, asset_id, live_stream_id, policy`

export const listPlaybackIdsOf = (environment: Environment, assetIds: readonly string[]) =>
  environment.postgres.rows(
    PlaybackIdRow,
    sql`
    select ${columns} from playback_ids
    where environment_id = ${environment.id} and asset_id = any(${[...assetIds]}) order by created_at, id`,
  )

export const listPlaybackIdsOfLiveStreams = (
  environment: Environment,
  liveStreamIds: readonly string[],
) =>
  environment.postgres.rows(
    PlaybackIdRow,
    sql`
    select ${columns} from playback_ids
    where environment_id = ${environment.id} and live_stream_id = any(${[...liveStreamIds]})
    order by created_at, id`,
  )

interface NewPlaybackId {
  id: string
  policy: 'public' | 'signed'
}

/** What a playback id plays. */
export type Played = { assetId: string } | { liveStreamId: string }

export const insertPlaybackId = (
  environment: Environment,
  played: Played,
  { id, policy }: NewPlaybackId,
) =>
  environment.postgres.row(
    PlaybackIdRow,
    sql`
    insert into playback_ids (id, environment_id, asset_id, live_stream_id, policy)
    values (${id}, ${environment.id}, ${'assetId' in played ? played.assetId : null},
      ${'liveStreamId' in played ? played.liveStreamId : null}, ${policy}) returning ${columns}`,
  )

export const findPlaybackId = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    PlaybackIdRow,
    sql`
    select ${columns} from playback_ids
    where environment_id = ${environment.id} and id = ${id}`,
  )

export const deletePlaybackId = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from playback_ids where environment_id = ${environment.id} and id = ${id}`,
  )

/** The ids of a deleted asset stop playing at once. */
export const deletePlaybackIdsOf = (environment: Environment, assetId: string) =>
  environment.postgres.run(sql`
    delete from playback_ids where environment_id = ${environment.id} and asset_id = ${assetId}`)

export const deletePlaybackIdsOfLiveStream = (environment: Environment, liveStreamId: string) =>
  environment.postgres.run(sql`
    delete from playback_ids
    where environment_id = ${environment.id} and live_stream_id = ${liveStreamId}`)
