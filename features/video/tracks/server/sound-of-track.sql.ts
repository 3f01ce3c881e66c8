import { z } from 'zod'
import { MediaMap } from '@playhead/media/media-map.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

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

/** Returns where its file was stored. */
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
