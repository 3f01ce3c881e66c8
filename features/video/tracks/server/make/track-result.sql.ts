import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { languageName } from '../language-name.ts'

export interface MadeTrack {
  storageKey: string
  duration: number
  channels?: number
  /** Detected in the sound, when the request named no language. */
  language?: { code: string; name: string } | undefined
}

const unnamed = languageName('auto')

/** Returns whether the track still exists. Fills in a language that the engine detected. */
export const markTrackReady = async (
  environment: Environment,
  id: string,
  { storageKey, duration, channels, language }: MadeTrack,
) =>
  (await environment.postgres.run(sql`
    update asset_tracks set status = 'ready', storage_key = ${storageKey}, duration = ${duration},
      max_channels = ${channels ?? null}, error_type = null, error_messages = '{}',
      name = case when language_code = 'auto' and name = ${unnamed} and not exists (
          select 1 from asset_tracks other where other.asset_id = asset_tracks.asset_id
            and other.type = asset_tracks.type and other.name = ${language?.name ?? null}
            and other.status <> 'deleted')
        then coalesce(${language?.name ?? null}, name) else name end,
      language_code = case when language_code = 'auto'
        then coalesce(${language?.code ?? null}, 'und') else language_code end
    where environment_id = ${environment.id} and id = ${id}
      and status in ('preparing', 'errored')`)) === 1

export const markTrackErrored = async (
  environment: Environment,
  id: string,
  { type, message }: { type: string; message: string },
) =>
  (await environment.postgres.run(sql`
    update asset_tracks set status = 'errored', error_type = ${type}, error_messages = ${[message]}
    where environment_id = ${environment.id} and id = ${id} and status = 'preparing'`)) === 1

/** For a retry after a failure. */
export const markTrackPreparing = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update asset_tracks set status = 'preparing', error_type = null, error_messages = '{}'
    where environment_id = ${environment.id} and id = ${id} and status = 'errored'`)

const IdRow = z.object({ id: z.uuid() })

interface EmbeddedText {
  stream: number
  name: string
  languageCode: string
  closedCaptions: boolean
}

/** The unfinished text of an interrupted attempt. */
export const findUnfinishedText = async (
  environment: Environment,
  assetId: string,
  stream: number,
) =>
  (
    await environment.postgres.maybeRow(
      IdRow,
      sql`
    select id from asset_tracks
    where environment_id = ${environment.id} and asset_id = ${assetId} and source_stream = ${stream}
      and text_source = 'embedded' and status = 'preparing'`,
    )
  )?.id

/** Returns no row when it was extracted before, or when another text has the name. */
export const insertEmbeddedText = async (
  environment: Environment,
  assetId: string,
  { stream, name, languageCode, closedCaptions }: EmbeddedText,
) =>
  (
    await environment.postgres.maybeRow(
      IdRow,
      sql`
    insert into asset_tracks (environment_id, asset_id, type, name, language_code, closed_captions,
      text_type, text_source, source_stream)
    select ${environment.id}, ${assetId}, 'text', ${name}, ${languageCode}, ${closedCaptions},
      'subtitles', 'embedded', ${stream}
    where not exists (
      select 1 from asset_tracks where asset_id = ${assetId} and environment_id = ${environment.id}
        and text_source = 'embedded' and source_stream = ${stream})
    on conflict do nothing returning id`,
    )
  )?.id
