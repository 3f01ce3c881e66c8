import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const NameRow = z.object({ name: z.string() })

/** Empty when the environment was deleted in between. */
export const findEnvironmentName = async ({ id, postgres }: Environment) =>
  (await postgres.maybeRow(NameRow, sql`select name from environments where id = ${id}`))?.name ??
  ''

const NamedRow = z.object({ id: z.uuid(), name: z.string() })

/** Of environments of any tenant, for the topic that reads for all of its members. */
export const listEnvironmentNames = async (postgres: Database, ids: readonly string[]) => {
  const rows = await postgres.rows(
    NamedRow,
    sql`select id, name from environments where id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
