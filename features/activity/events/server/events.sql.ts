import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { Snapshot } from './feed-place.ts'

export const EventRow = z.object({
  id: z.uuid(),
  type: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  data: z.record(z.string(), z.unknown()),
  created_at: z.date(),
  environment_id: z.uuid(),
  environment_name: z.string(),
  sequence: z.number(),
})
export type EventRow = z.infer<typeof EventRow>

export const eventColumns = sql`v.id, v.type, v.object_type, v.object_id, v.data, v.created_at,
  v.environment_id, e.name as environment_name, v.sequence`

export const listEventRowsOf = (environment: Environment, objectId: string, limit: number) =>
  environment.postgres.rows(
    EventRow,
    sql`
    select ${eventColumns} from events v join environments e on e.id = v.environment_id
    where v.environment_id = ${environment.id} and v.object_id = ${objectId}
    order by v.sequence desc limit ${limit}`,
  )

const NowRow = z.object({ database: z.string(), snapshot: z.string() })

/**
 * The current snapshot, and the database that it belongs to: another database, another server or a replica that took
 * over after a failure numbers its transactions differently.
 */
export const findNow = (postgres: Database) =>
  postgres.row(
    NowRow,
    sql`
    select pg_current_snapshot()::text as snapshot, concat_ws('-',
      (select system_identifier from pg_control_system()),
      (select timeline_id from pg_control_checkpoint()),
      (select oid from pg_database where datname = current_database())) as database`,
  )

const isVisibleIn = ({ end, running }: Snapshot) =>
  sql`(v.transaction_id < ${end}::text::xid8 and v.transaction_id <> all(${running}::text[]::xid8[]))`

/**
 * Returns events that are visible in the later snapshot but not in the earlier one, in order. The environments may
 * belong to several tenants: the topic reads once for all of its members and hands each what it may see.
 */
export const listEventRowsBetween = (
  postgres: Database,
  environmentIds: readonly string[],
  { from, until, sequence }: { from: Snapshot; until: Snapshot; sequence: string },
  types: string[] | undefined,
  limit: number,
) =>
  postgres.rows(
    EventRow,
    sql`
    select ${eventColumns} from events v join environments e on e.id = v.environment_id
    where v.environment_id = any(${environmentIds})
      and v.transaction_id >= ${from.begin}::text::xid8
      and ${isVisibleIn(until)} and not ${isVisibleIn(from)}
      and v.sequence > ${sequence}::bigint
      ${types ? sql`and v.type = any(${types})` : sql.empty}
    order by v.sequence limit ${limit}`,
  )
