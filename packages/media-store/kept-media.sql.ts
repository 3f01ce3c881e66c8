import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const KeptFileRow = z.object({
  key: z.string(),
  bytes: z.number(),
  sha256: z.string().nullable(),
  created_at: z.date(),
})
export type KeptFileRow = z.infer<typeof KeptFileRow>

/** Of a deleted asset only files that are not removed yet are left, and these are not needed. */
const kept = sql`media_files f join assets a on a.id = f.asset_id and a.status <> 'deleted'`

/** For all environments, ordered by key. */
export const listKeptFiles = (postgres: Database, after: string, limit: number) =>
  postgres.rows(
    KeptFileRow,
    sql`
    select f.key, f.bytes, f.sha256, f.created_at from ${kept}
    where f.key > ${after} order by f.key limit ${limit}`,
  )

const KeptMediaRow = z.object({ assets: z.number(), files: z.number(), bytes: z.number() })
type KeptMediaRow = z.infer<typeof KeptMediaRow>

export const countKeptMedia = (postgres: Database) =>
  postgres.row(
    KeptMediaRow,
    sql`
    select count(distinct f.asset_id)::int as assets, count(*)::int as files,
      coalesce(sum(f.bytes), 0)::bigint as bytes
    from ${kept}`,
  )

const MissingRow = z.object({ assets: z.number(), files: z.number() })

export const countMissingMedia = (postgres: Database) =>
  postgres.row(
    MissingRow,
    sql`
    select count(distinct f.asset_id)::int as assets, count(*)::int as files
    from ${kept} where f.problem = 'missing'`,
  )

/** No removal starts until the transaction ends; several transactions may hold this lock at once. */
export const holdRemovals = (postgres: Database) =>
  postgres.run(sql`select pg_advisory_xact_lock_shared(hashtext('media removal'))`)

const FreeRow = z.object({ is_free: z.boolean() })

export const mayRemove = async (postgres: Database) =>
  (
    await postgres.row(
      FreeRow,
      sql`select pg_try_advisory_xact_lock(hashtext('media removal')) as is_free`,
    )
  ).is_free
