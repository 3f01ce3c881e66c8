import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const KindRow = z.object({ kind: z.string() })

/** After a kill: kinds of the jobs that were running. */
export const listRunningKinds = async (postgres: Database) =>
  (
    await postgres.rows(KindRow, sql`select kind from jobs where status = 'running' order by kind`)
  ).map(({ kind }) => kind)

const JobRow = z.object({ kind: z.string(), status: z.string(), last_error: z.string().nullable() })

export const listUnfinishedJobs = (postgres: Database) =>
  postgres.rows(
    JobRow,
    sql`select kind, status, last_error from jobs where finished_at is null order by created_at`,
  )

/** Jobs that failed permanently. */
export const listFailedJobs = (postgres: Database) =>
  postgres.rows(
    JobRow,
    sql`select kind, status, last_error from jobs where status = 'failed' order by created_at`,
  )

const FileRow = z.object({
  key: z.string(),
  asset_id: z.uuid(),
  bytes: z.number(),
  sha256: z.string().nullable(),
  problem: z.string().nullable(),
})

export const listMediaFiles = (postgres: Database) =>
  postgres.rows(
    FileRow,
    sql`select key, asset_id, bytes, sha256, problem from media_files order by key`,
  )

const CheckRow = z.object({
  files: z.number(),
  problems: z.number(),
  left_over: z.number(),
})

export const listStorageChecks = (postgres: Database) =>
  postgres.rows(
    CheckRow,
    sql`select files, problems, left_over from storage_checks order by finished_at`,
  )
