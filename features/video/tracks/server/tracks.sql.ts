import { z } from 'zod'
import { MediaMap } from '@playhead/media/media-map.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { TrackRow, trackColumns } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export interface TrackTexts {
  name: string | null
  language_code: string | null
  closed_captions: boolean
  passthrough: string | null
}

export const updateTrackTexts = (environment: Environment, id: string, texts: TrackTexts) =>
  environment.postgres.row(
    TrackRow,
    sql`
    update asset_tracks set name = ${texts.name}, language_code = ${texts.language_code},
      closed_captions = ${texts.closed_captions}, passthrough = ${texts.passthrough}
    where environment_id = ${environment.id} and id = ${id} returning ${trackColumns}`,
  )

/** Its row stays as long as the asset, so that nothing which is made of it is taken for another's. */
export const markTrackDeleted = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update asset_tracks set status = 'deleted'
    where environment_id = ${environment.id} and id = ${id}`)

const MapRow = z.object({ media_map: MediaMap.nullable() })

export const findMediaMap = async (environment: Environment, assetId: string) =>
  (
    await environment.postgres.maybeRow(
      MapRow,
      sql`
      select media_map from assets where environment_id = ${environment.id} and id = ${assetId}`,
    )
  )?.media_map ?? undefined

export const updateMediaMap = (environment: Environment, assetId: string, map: MediaMap) =>
  environment.postgres.run(sql`
    update assets set media_map = ${sql.json(map)}
    where environment_id = ${environment.id} and id = ${assetId} and status <> 'deleted'`)

const KeyRow = z.object({ storage_key: z.string().nullable() })

/** Answers where its file was. */
export const deleteStoredSound = async (environment: Environment, assetId: string, name: string) =>
  (
    await environment.postgres.maybeRow(
      KeyRow,
      sql`
      delete from asset_renditions
      where environment_id = ${environment.id} and asset_id = ${assetId} and name = ${name}
      returning storage_key`,
    )
  )?.storage_key ?? undefined
