import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const Made = z.object({ id: z.uuid() })

export const insertAsset = async (postgres: Database, environmentId: string) =>
  (
    await postgres.row(
      Made,
      sql`
      insert into assets (environment_id, ingest_type, video_quality, max_resolution_tier, inputs, status)
      values (${environmentId}, 'on_demand_url', 'plus', '1080p', '[]', 'ready') returning id`,
    )
  ).id

export const deleteAsset = (postgres: Database, id: string) =>
  postgres.run(sql`update assets set status = 'deleted' where id = ${id}`)

const Key = z.object({ key: z.string() })

export const listAllFiles = async (postgres: Database) =>
  (await postgres.rows(Key, sql`select key from media_files order by key`)).map(({ key }) => key)

export const listLeftOvers = async (postgres: Database) =>
  (await postgres.rows(Key, sql`select key from left_over_files order by key`)).map(
    ({ key }) => key,
  )

/** Makes the files look older by so many minutes. */
export const setFileAge = (postgres: Database, minutes: number) =>
  postgres.run(sql`
    update media_files set created_at = created_at - make_interval(mins => ${minutes})`)
