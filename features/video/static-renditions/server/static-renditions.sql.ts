import { sql } from '@playhead/postgres/sql.ts'
import { renditionColumns, RenditionRow } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export interface MadeFile {
  width: number | undefined
  height: number | undefined
  bitRate: number
  bytes: number
  storageKey: string
}

/** Finds no row when it was deleted meanwhile. */
export const markRenditionReady = (environment: Environment, id: string, made: MadeFile) =>
  environment.postgres.maybeRow(
    RenditionRow,
    sql`
    update static_renditions set status = 'ready', width = ${made.width ?? null},
      height = ${made.height ?? null}, bitrate = ${made.bitRate}, bytes = ${made.bytes},
      storage_key = ${made.storageKey}, error_message = null
    where environment_id = ${environment.id} and id = ${id} returning ${renditionColumns}`,
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
    returning ${renditionColumns}`,
  )

/** For another try of what failed. */
export const markRenditionPreparing = (environment: Environment, id: string) =>
  environment.postgres.run(sql`
    update static_renditions set status = 'preparing', error_message = null
    where environment_id = ${environment.id} and id = ${id} and status = 'errored'`)
