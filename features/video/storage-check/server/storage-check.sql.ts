import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { StoredObject } from '@playhead/storage/storage.ts'

const KeyRow = z.object({ key: z.string() })

/** Marks the listed files as seen and returns those that have a row. */
export const noteSeen = (postgres: Database, objects: readonly StoredObject[], at: Date) =>
  postgres.rows(
    KeyRow,
    sql`
    update media_files f set seen_at = ${at},
      problem = case when f.bytes <> s.bytes and f.created_at < ${at} then 'wrong-size'
        when f.problem = 'changed' then 'changed' end
    from unnest(${objects.map(({ key }) => key)}::text[], ${objects.map(({ bytes }) => bytes)}::bigint[])
      as s (key, bytes)
    where f.key = s.key returning f.key`,
  )

const UnseenRow = z.object({ key: z.string(), bytes: z.number() })

/** Files that existed before the listing began and were not listed. */
export const listUnseen = (postgres: Database, since: Date, after: string, limit: number) =>
  postgres.rows(
    UnseenRow,
    sql`
    select key, bytes from media_files
    where created_at < ${since} and (seen_at is null or seen_at < ${since}) and key > ${after}
    order by key limit ${limit}`,
  )

/** Unless it was written or removed in between. */
export const markMissing = (postgres: Database, key: string, since: Date) =>
  postgres.run(sql`
    update media_files set problem = 'missing' where key = ${key} and created_at < ${since}`)

const KnownAssetRow = z.object({ id: z.uuid() })

export const listDeletedAssets = async (postgres: Database, ids: readonly string[]) =>
  (
    await postgres.rows(
      KnownAssetRow,
      sql`select id from assets where id = any(${[...ids]}::uuid[]) and status = 'deleted'`,
    )
  ).map(({ id }) => id)

export const hasMediaFile = async (postgres: Database, key: string) =>
  (await postgres.maybeRow(KeyRow, sql`select key from media_files where key = ${key}`)) !==
  undefined

export const insertLeftOver = (
  postgres: Database,
  { key, bytes, modifiedAt }: StoredObject,
  foundAt: Date,
) =>
  postgres.run(sql`
    insert into left_over_files (key, bytes, modified_at, found_at)
    values (${key}, ${bytes}, ${modifiedAt}, ${foundAt})
    on conflict (key) do update set bytes = excluded.bytes, modified_at = excluded.modified_at,
      found_at = excluded.found_at`)

export const deleteOlderLeftOvers = (postgres: Database, foundBefore: Date) =>
  postgres.run(sql`delete from left_over_files where found_at < ${foundBefore}`)

const ToVerifyRow = z.object({
  key: z.string(),
  bytes: z.number(),
  sha256: z.string().nullable(),
  created_at: z.date(),
})
export type ToVerifyRow = z.infer<typeof ToVerifyRow>

/** Files without a check come first, then those checked longest ago. */
export const findToVerify = (postgres: Database, verifiedBefore: Date, runAt: Date) =>
  postgres.maybeRow(
    ToVerifyRow,
    sql`
    select key, bytes, sha256, created_at from media_files
    where created_at < ${runAt} and problem is distinct from 'missing' and problem is distinct from 'wrong-size'
      and (verified_at is null or verified_at < ${verifiedBefore}
        or (problem = 'changed' and verified_at < ${runAt}))
    order by sha256 is not null, verified_at nulls first, created_at limit 1`,
  )

/** Skips a row that was written again in between. */
export const noteVerified = (
  postgres: Database,
  { key, created_at }: ToVerifyRow,
  found: { sha256: string | null; problem: 'changed' | 'missing' | null },
  at: Date,
) =>
  postgres.run(sql`
    update media_files set verified_at = ${at}, problem = ${found.problem},
      sha256 = coalesce(sha256, ${found.sha256})
    where key = ${key} and date_trunc('milliseconds', created_at) = ${created_at}`)

const ProblemsRow = z.object({
  count: z.number(),
  assets: z.number(),
  example: z.string().nullable(),
})

export const countProblems = (postgres: Database) =>
  postgres.row(
    ProblemsRow,
    sql`
    select count(*)::int as count, count(distinct asset_id)::int as assets, min(key) as example
    from media_files where problem is not null`,
  )

const CheckRow = z.object({
  started_at: z.date(),
  finished_at: z.date(),
  files: z.number(),
  bytes: z.number(),
  problems: z.number(),
  left_over: z.number(),
  left_over_bytes: z.number(),
  removed: z.number(),
  verified_bytes: z.number(),
})
type CheckRow = z.infer<typeof CheckRow>

export const insertCheck = (postgres: Database, check: Omit<CheckRow, 'finished_at'>) =>
  postgres.run(sql`
    insert into storage_checks (started_at, files, bytes, problems, left_over, left_over_bytes,
      removed, verified_bytes)
    values (${check.started_at}, ${check.files}, ${check.bytes}, ${check.problems},
      ${check.left_over}, ${check.left_over_bytes}, ${check.removed}, ${check.verified_bytes})`)

export const findLastCheck = (postgres: Database) =>
  postgres.maybeRow(
    CheckRow,
    sql`
    select started_at, finished_at, files, bytes, problems, left_over, left_over_bytes, removed,
      verified_bytes
    from storage_checks order by finished_at desc limit 1`,
  )

export const deleteOlderChecks = (postgres: Database, keptDays: number) =>
  postgres.run(sql`
    delete from storage_checks where finished_at < now() - make_interval(days => ${keptDays})`)
