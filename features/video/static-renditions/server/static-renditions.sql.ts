import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { RenditionRow } from './rendition-row.ts'

const columns = sql`id, asset_id, name, resolution, type, status, passthrough, width,
  height, bitrate, bytes, storage_key, error_message`

export const listRenditionsOf = (environment: Environment, assetIds: readonly string[]) =>
  environment.postgres.rows(
    RenditionRow,
    sql`
    select ${columns} from static_renditions
    where environment_id = ${environment.id} and asset_id = any(${[...assetIds]}) order by created_at, id`,
  )

export interface NewRendition {
  name: string
  resolution: string
  type: 'standard' | 'advanced'
  passthrough?: string | undefined
}

/** Returns no row when the asset already has this file. */
export const insertRendition = (
  environment: Environment,
  assetId: string,
  { name, resolution, type, passthrough }: NewRendition,
) =>
  environment.postgres.maybeRow(
    RenditionRow,
    sql`
    insert into static_renditions (environment_id, asset_id, name, resolution, type, passthrough)
    values (${environment.id}, ${assetId}, ${name}, ${resolution}, ${type}, ${passthrough || null})
    on conflict do nothing returning ${columns}`,
  )

export const findRendition = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RenditionRow,
    sql`
    select ${columns} from static_renditions
    where environment_id = ${environment.id} and id = ${id}`,
  )

export const deleteRendition = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from static_renditions where environment_id = ${environment.id} and id = ${id}`,
  )

interface MadeFile {
  width: number | undefined
  height: number | undefined
  bitRate: number
  bytes: number
  storageKey: string
}

/** Returns no row when it was deleted in between. */
export const markRenditionReady = (environment: Environment, id: string, made: MadeFile) =>
  environment.postgres.maybeRow(
    RenditionRow,
    sql`
    update static_renditions set status = 'ready', width = ${made.width ?? null},
      height = ${made.height ?? null}, bitrate = ${made.bitRate}, bytes = ${made.bytes},
      storage_key = ${made.storageKey}, error_message = null
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const markRenditionUnmade = (
  environment: Environment,
  id: string,
  { status, message }: { status: 'skipped' | 'errored'; message: string | null },
) =>
  environment.postgres.maybeRow(
    RenditionRow,
    sql`
    update static_renditions set status = ${status}, error_message = ${message}
    where environment_id = ${environment.id} and id = ${id} and status = 'preparing'
    returning ${columns}`,
  )

/** For a retry after a failure. */
export const markRenditionPreparing = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update static_renditions set status = 'preparing', error_message = null
    where environment_id = ${environment.id} and id = ${id} and status = 'errored'`)

/** A failed asset produces no files. */
export const markRenditionsErrored = (environment: Environment, assetId: string, message: string) =>
  environment.postgres.run(sql`
    update static_renditions set status = 'errored', error_message = ${message}
    where environment_id = ${environment.id} and asset_id = ${assetId} and status = 'preparing'`)
