import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** In the order in which they happened. */
export const listEventTypes = async (postgres: Database, objectId: string) =>
  (
    await postgres.rows(
      z.object({ type: z.string() }),
      sql`select type from events where object_id = ${objectId} order by sequence`,
    )
  ).map(({ type }) => type)

export const countEncodedSeconds = async (postgres: Database, assetId: string) =>
  (
    await postgres.row(
      z.object({ encoded_seconds: z.number() }),
      sql`select encoded_seconds from assets where id = ${assetId}`,
    )
  ).encoded_seconds

export const countFileRows = async (postgres: Database, assetId: string) =>
  (
    await postgres.row(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from media_files where asset_id = ${assetId}`,
    )
  ).count

export const listRenditionNames = async (postgres: Database, assetId: string) =>
  (
    await postgres.rows(
      z.object({ name: z.string() }),
      sql`
      select name from asset_renditions where asset_id = ${assetId} and status = 'ready'
      order by ready_at`,
    )
  ).map(({ name }) => name)

/** For how long it was playable before it was ready. */
export const readPlayableLead = async (postgres: Database, assetId: string) =>
  (
    await postgres.row(
      z.object({ seconds: z.number() }),
      sql`
      select extract(epoch from ready_at - playable_at)::float8 as seconds from assets
      where id = ${assetId}`,
    )
  ).seconds

/** Restores the state before it was stored. */
export const deleteRendition = (postgres: Database, assetId: string, name: string) =>
  postgres.run(sql`delete from asset_renditions where asset_id = ${assetId} and name = ${name}`)
