import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** The operator's own view, across all tenants. */
const NamedRow = z.object({
  id: z.uuid(),
  name: z.string(),
  organization_id: z.uuid(),
  organization_name: z.string(),
  key: z.string(),
})
export type NamedRow = z.infer<typeof NamedRow>

const columns = sql`e.id, e.name, e.organization_id, o.name as organization_name, e.key`

export const listNamed = async (postgres: Database, ids: readonly string[]) => {
  const rows =
    ids.length === 0
      ? []
      : await postgres.rows(
          NamedRow,
          sql`select ${columns} from environments e join organizations o on o.id = e.organization_id
            where e.id::text = any(${ids})`,
        )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Matches a part of the environment's or organization's name, or the id or the key. */
const matching = (
  text: string,
) => sql`(${text} = '' or e.id::text = lower(${text}) or e.key = ${text}
  or position(lower(${text}) in lower(e.name)) > 0 or position(lower(${text}) in lower(o.name)) > 0)`

const CountRow = z.object({ count: z.number() })

export const countAllEnvironments = async (postgres: Database, text: string) =>
  (
    await postgres.row(
      CountRow,
      sql`select count(*)::int as count from environments e
        join organizations o on o.id = e.organization_id where ${matching(text)}`,
    )
  ).count

export const listAllEnvironments = (
  postgres: Database,
  text: string,
  { page, limit }: { page: number; limit: number },
) =>
  postgres.rows(
    NamedRow,
    sql`select ${columns} from environments e join organizations o on o.id = e.organization_id
      where ${matching(text)}
      order by lower(o.name), lower(e.name), e.id limit ${limit} offset ${(page - 1) * limit}`,
  )
