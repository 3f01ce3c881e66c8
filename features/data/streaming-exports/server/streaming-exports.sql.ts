import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { exportDestinations, type ExportKind, exportKinds } from '../contract.ts'

/** Workers listen here, so that a change takes effect at once. */
export const streamingExportsChannel = 'streaming_exports'

export const ExportRow = z.object({
  id: z.uuid(),
  kind: z.enum(exportKinds),
  destination: z.enum(exportDestinations),
  settings_sealed: z.string(),
  status: z.enum(['running', 'paused', 'stopped']),
  rows_sent: z.number(),
  sent_until: z.date(),
  last_sent_at: z.date().nullable(),
  refused_since: z.date().nullable(),
  last_error: z.string().nullable(),
  created_at: z.date(),
})
export type ExportRow = z.infer<typeof ExportRow>

const columns = sql`id, kind, destination, settings_sealed, status, rows_sent::float8 as rows_sent,
  sent_until, last_sent_at, refused_since, last_error, created_at`

/** Ends the work of the worker that holds the lease: what it sends after this changes no row. */
const free = sql`lease = null, leased_until = null`

const CountRow = z.object({ count: z.number() })

const ofKinds = (environment: Environment, kinds: readonly ExportKind[]) =>
  sql`environment_id = ${environment.id} and kind = any(${[...kinds]}::text[])`

export const countExports = async (environment: Environment, kinds: readonly ExportKind[]) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from streaming_exports
      where ${ofKinds(environment, kinds)}`,
    )
  ).count

export const listExports = (
  environment: Environment,
  kinds: readonly ExportKind[],
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    ExportRow,
    sql`
    select ${columns} from streaming_exports where ${ofKinds(environment, kinds)}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findExport = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    ExportRow,
    sql`
    select ${columns} from streaming_exports
    where environment_id = ${environment.id} and id = ${id}`,
  )

/** Concurrent changes to the exports of one environment wait for each other. */
export const lockExports = (environment: Environment) =>
  environment.postgres.run(
    sql`select from environments where id = ${environment.id} for no key update`,
  )

export const lockExport = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    ExportRow,
    sql`
    select ${columns} from streaming_exports
    where environment_id = ${environment.id} and id = ${id} for update`,
  )

interface NewExport {
  kind: ExportRow['kind']
  destination: ExportRow['destination']
  settingsSealed: string
  from: Date
}

export const insertExport = (
  environment: Environment,
  { kind, destination, settingsSealed, from }: NewExport,
) =>
  environment.postgres.row(
    ExportRow,
    sql`
    insert into streaming_exports
      (environment_id, kind, destination, settings_sealed, settled_at, sent_until)
    values (${environment.id}, ${kind}, ${destination}, ${settingsSealed}, ${from}, ${from})
    returning ${columns}`,
  )

export const updateExport = (
  environment: Environment,
  id: string,
  { settingsSealed, status }: { settingsSealed: string; status: ExportRow['status'] },
) =>
  environment.postgres.row(
    ExportRow,
    sql`
    update streaming_exports set settings_sealed = ${settingsSealed}, status = ${status}, ${free},
      refused_since = null, last_error = null
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

/** Everything from this moment on is sent again. */
export const updateExportPlace = (environment: Environment, id: string, from: Date) =>
  environment.postgres.row(
    ExportRow,
    sql`
    update streaming_exports set settled_at = ${from}, settled_id = '', sent_until = ${from}, ${free},
      status = case when status = 'stopped' then 'running' else status end,
      refused_since = null, last_error = null
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const deleteExport = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from streaming_exports where environment_id = ${environment.id} and id = ${id}`,
  )

/** Workers are notified when the transaction commits. */
export const notifyExports = (environment: Environment) =>
  environment.postgres.run(sql`select pg_notify(${streamingExportsChannel}, '')`)
