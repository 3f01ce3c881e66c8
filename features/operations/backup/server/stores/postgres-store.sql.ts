import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** All later statements see the database as it was at this moment. */
export const freezeSnapshot = (postgres: Database) =>
  postgres.run(sql`set transaction isolation level repeatable read, read only`)

const ColumnRow = z.object({
  table: z.string(),
  name: z.string(),
  is_json: z.boolean(),
  is_needed: z.boolean(),
})
export type ColumnRow = z.infer<typeof ColumnRow>

/** Generated columns are left out, because they cannot be written. The header holds the migrations. */
export const listColumns = (postgres: Database) =>
  postgres.rows(
    ColumnRow,
    sql`
    select c.relname as table, a.attname as name, t.typname in ('json', 'jsonb') as is_json,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as is_needed
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> 'schema_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`,
  )

const ReferenceRow = z.object({ table: z.string(), target: z.string() })
export type ReferenceRow = z.infer<typeof ReferenceRow>

export const listReferences = (postgres: Database) =>
  postgres.rows(
    ReferenceRow,
    sql`
    select distinct c.relname as table, r.relname as target
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`,
  )

const SequenceRow = z.object({ name: z.string(), value: z.string().nullable() })

export const listSequences = (postgres: Database) =>
  postgres.rows(
    SequenceRow,
    sql`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() order by 1`,
  )

export const updateSequence = (postgres: Database, name: string, value: string) =>
  postgres.run(sql`select setval(quote_ident(${name}::text)::regclass, ${value}::bigint)`)

/** JSON writes a NULL column and a JSON null alike, so a NULL column is left out of its row. */
export const openRows = (postgres: Database, table: string, columns: readonly ColumnRow[]) => {
  const absent = columns
    .filter(({ is_json }) => is_json)
    .map(({ name }) => sql`case when t.${sql.identifier(name)} is null then ${name}::text end`)
  const names = columns.map(({ name }) => sql`t.${sql.identifier(name)}`)
  return postgres.run(sql`
    declare backup_rows no scroll cursor for
    select (to_jsonb(r) - array_remove(array[${sql.join(absent)}]::text[], null))::text as row
    from ${sql.identifier(table)} t cross join lateral (select ${sql.join(names)}) r`)
}

const TextRow = z.object({ row: z.string() })

export const fetchRows = async (postgres: Database) =>
  (await postgres.rows(TextRow, sql`fetch 250 from backup_rows`)).map(({ row }) => row)

export const closeRows = (postgres: Database) => postgres.run(sql`close backup_rows`)

const EmptyRow = z.object({ is_empty: z.boolean() })

export const isEmptyServer = async (postgres: Database) =>
  (
    await postgres.row(
      EmptyRow,
      sql`
      select not exists (select 1 from organizations) and not exists (select 1 from users)
        as is_empty`,
    )
  ).is_empty

const FreeRow = z.object({ is_free: z.boolean() })

/** Until the transaction ends, no other process can restore into this database. */
export const mayRestore = async (postgres: Database) =>
  (
    await postgres.row(
      FreeRow,
      sql`select pg_try_advisory_xact_lock(hashtext('restore')) as is_free`,
    )
  ).is_free

/** Blocks writes such as sign-ups during a restore; reads continue. */
export const lockTables = (postgres: Database, tables: readonly string[]) =>
  postgres.run(
    sql`lock table ${sql.join(tables.map((table) => sql.identifier(table)))} in exclusive mode`,
  )

export const deleteRows = (postgres: Database, table: string) =>
  postgres.run(sql`delete from ${sql.identifier(table)}`)

/** Postgres parses its own JSON, so that no value is changed by numbers or dates of JavaScript. */
export const insertRows = (
  postgres: Database,
  table: string,
  columns: readonly ColumnRow[],
  rows: readonly string[],
) => {
  const names = columns.map(({ name }) => sql.identifier(name))
  const values = columns.map(({ name, is_json }) =>
    is_json ? sql`r.row -> ${name}::text` : sql`p.${sql.identifier(name)}`,
  )
  return postgres.run(sql`
    insert into ${sql.identifier(table)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)}
    from (select line::jsonb as row from unnest(${rows}::text[]) as line) r
      cross join lateral jsonb_populate_record(null::${sql.identifier(table)}, r.row) p`)
}
