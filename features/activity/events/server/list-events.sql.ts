import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { listedMax } from '../contract.ts'
import { eventColumns, EventRow } from './events.sql.ts'

export const ListedEventRow = z.object({
  ...EventRow.shape,
  request_id: z.uuid().nullable(),
  delivered: z.number(),
  pending: z.number(),
  failed: z.number(),
})
export type ListedEventRow = z.infer<typeof ListedEventRow>

export interface EventFilter {
  types: string[] | undefined
  objectId: string | undefined
  /** An id of an event or of its object. */
  anyId: string | undefined
  requestId: string | undefined
  span: { start: Date; end: Date } | undefined
}

/** `video.asset.*` stands for all types below; everything else is literal. */
const patternOf = (type: string) => type.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')

const passes = (
  environment: Environment,
  { types, objectId, anyId, requestId, span }: EventFilter,
) => sql`
  v.environment_id = ${environment.id}
  ${types ? sql`and v.type like any(${types.map(patternOf)})` : sql.empty}
  ${objectId === undefined ? sql.empty : sql`and v.object_id = ${objectId}`}
  ${anyId === undefined ? sql.empty : sql`and (v.object_id = ${anyId} or v.id::text = lower(${anyId}))`}
  ${requestId === undefined ? sql.empty : sql`and v.request_id::text = lower(${requestId})`}
  ${span ? sql`and v.created_at >= ${span.start} and v.created_at < ${span.end}` : sql.empty}`

const withDeliveries = sql`left join lateral (
  select count(*) filter (where status = 'delivered')::int as delivered,
    count(*) filter (where status = 'pending')::int as pending,
    count(*) filter (where status = 'failed')::int as failed
  from webhook_deliveries where event_id = v.id) d on true`

const columns = sql`${eventColumns}, v.request_id, d.delivered, d.pending, d.failed`

export const listEventRows = (
  environment: Environment,
  { page, limit, ...filter }: EventFilter & { page: number; limit: number },
) =>
  environment.postgres.rows(
    ListedEventRow,
    sql`
    with listed as materialized (
      select v.id from events v where ${passes(environment, filter)}
      order by v.created_at desc, v.id desc limit ${limit} offset ${(page - 1) * limit})
    select ${columns} from listed join events v on v.id = listed.id
    join environments e on e.id = v.environment_id ${withDeliveries}
    order by v.created_at desc, v.id desc`,
  )

const CountRow = z.object({ count: z.number() })

/** One more than is listed stands for any larger number. */
export const countEventRows = async (environment: Environment, filter: EventFilter) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from (
        select from events v where ${passes(environment, filter)} limit ${listedMax + 1}) counted`,
    )
  ).count

export const findEventRow = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    ListedEventRow,
    sql`
    select ${columns} from events v join environments e on e.id = v.environment_id ${withDeliveries}
    where v.environment_id = ${environment.id} and v.id = ${id}`,
  )
