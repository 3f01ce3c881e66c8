import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql, type SqlScalar } from '@playhead/postgres/sql.ts'

const CountRow = z.object({ count: z.number() })
const AnyRow = z.record(z.string(), z.unknown())

const matching = (where: Record<string, SqlScalar>) =>
  sql.join(
    [
      sql`true`,
      ...Object.entries(where).map(([column, value]) =>
        value === null
          ? sql`${sql.identifier(column)} is null`
          : sql`${sql.identifier(column)} = ${value}`,
      ),
    ],
    ' AND ',
  )

/** For tests that must check the tables themselves: that nothing else happened. */
export const countRows = async (
  postgres: Database,
  table: string,
  where: Record<string, SqlScalar> = {},
) =>
  (
    await postgres.row(
      CountRow,
      sql`select count(*)::int as count from ${sql.identifier(table)} where ${matching(where)}`,
    )
  ).count

export const readRows = (
  postgres: Database,
  table: string,
  where: Record<string, SqlScalar> = {},
) => postgres.rows(AnyRow, sql`select * from ${sql.identifier(table)} where ${matching(where)}`)

/** Events in order: without ORDER BY the database may return them in any. */
export const readEvents = (postgres: Database, where: Record<string, SqlScalar> = {}) =>
  postgres.rows(AnyRow, sql`select * from events where ${matching(where)} order by sequence`)

export const readJobs = (postgres: Database, where: Record<string, SqlScalar> = {}) =>
  postgres.rows(AnyRow, sql`select * from jobs where ${matching(where)} order by created_at`)

/** The audit trail of an organization, oldest first. */
export const readChanges = (postgres: Database, organizationId: string) =>
  postgres.rows(
    AnyRow,
    sql`select * from changes where organization_id = ${organizationId} order by created_at`,
  )

export const setColumn = (
  postgres: Database,
  table: string,
  column: string,
  value: SqlScalar,
  where: Record<string, SqlScalar>,
) =>
  postgres.run(sql`
    update ${sql.identifier(table)} set ${sql.identifier(column)} = ${value}
    where ${matching(where)}`)

const TableRow = z.object({ name: z.string() })

export const listTablesWithColumn = async (postgres: Database, column: string) =>
  (
    await postgres.rows(
      TableRow,
      sql`
      select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = ${column}
      order by 1`,
    )
  ).map((row) => row.name)

export const deleteEnvironmentRow = (postgres: Database, id: string) =>
  postgres.run(sql`delete from environments where id = ${id}`)
