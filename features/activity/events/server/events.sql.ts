import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

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
  transaction: z.string(),
})
export type EventRow = z.infer<typeof EventRow>

const columns = sql`v.id, v.type, v.object_type, v.object_id, v.data, v.created_at,
  v.environment_id, e.name as environment_name, v.sequence, v.transaction_id::text as transaction`

export const listEventRowsOf = (environment: Environment, objectId: string, limit: number) =>
  environment.postgres.rows(
    EventRow,
    sql`
    select ${columns} from events v join environments e on e.id = v.environment_id
    where v.environment_id = ${environment.id} and v.object_id = ${objectId}
    order by v.sequence desc limit ${limit}`,
  )

/** A transaction, and the order within it. */
export interface Place {
  transaction: string
  sequence: string
}

const NewestRow = z.object({ transaction: z.string() })

/** Everything that is not visible yet comes after it. */
export const findNewestPlace = async ({ postgres }: Environment): Promise<Place> => ({
  ...(await postgres.row(
    NewestRow,
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`,
  )),
  sequence: '0',
})

/**
 * Transactions end in another order than they begin. Only those are told of that are older than
 * every one that still runs, in the order of their beginning: so nothing can turn up behind a place
 * that a reader has left. What is older than an hour is no news, and may be from before a restore,
 * when transactions were counted anew.
 */
export const listEventRowsAfter = (
  environment: Environment,
  { transaction, sequence }: Place,
  types: string[] | undefined,
  limit: number,
) =>
  environment.postgres.rows(
    EventRow,
    sql`
    select ${columns} from events v join environments e on e.id = v.environment_id
    where v.environment_id = ${environment.id}
      and (v.transaction_id, v.sequence) > (${transaction}::text::xid8, ${sequence}::bigint)
      and v.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
      and v.created_at > clock_timestamp() - interval '1 hour'
      ${types ? sql`and v.type = any(${types})` : sql.empty}
    order by v.transaction_id, v.sequence limit ${limit}`,
  )

/** In portions, so that no statement runs long. */
export const deleteEventsBefore = (postgres: Database, date: Date, limit: number) =>
  postgres.run(sql`
    delete from events where id in (
      select id from events where created_at < ${date} order by created_at limit ${limit})`)
