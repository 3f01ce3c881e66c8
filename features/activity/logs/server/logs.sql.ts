import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import { activityDays, listedMax } from '@playhead/features/activity/events/contract'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { allProducts } from './products-of.ts'

export const LogRow = z.object({
  id: z.uuid(),
  created_at: z.string(),
  method: z.string(),
  path: z.string(),
  route: z.string(),
  status: z.number(),
  request_id: z.uuid(),
  duration_ms: z.number(),
  caller_kind: z.enum(['token', 'user']),
  caller_id: z.uuid(),
  caller_name: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  error: z.string(),
})
export type LogRow = z.infer<typeof LogRow>

const columns = sql`id, created_at, method, path, route, status, request_id, duration_ms,
  caller_kind, caller_id, caller_name, object_type, object_id, error`

export interface LogFilter {
  /** The products whose calls the caller may see. */
  products: readonly string[]
  /** `4xx` or `404`. */
  statuses?: readonly string[] | undefined
  methods?: readonly string[] | undefined
  route?: string | undefined
  callerId?: string | undefined
  objectId?: string | undefined
  requestId?: string | undefined
  /** An id of a call, of its request or of its object. */
  anyId?: string | undefined
  span: { start: Date; end: Date }
}

const statusClasses = (statuses: readonly string[]) =>
  statuses.filter((status) => status.endsWith('xx')).map((status) => Number(status[0]))
const wholeStatuses = (statuses: readonly string[]) =>
  statuses.filter((status) => !status.endsWith('xx')).map(Number)

/** Nothing for all products: each condition on a column has it read for every row. */
const ofProducts = (products: readonly string[]) =>
  allProducts.every((product) => products.includes(product))
    ? []
    : [
        sql`(${sql.join([sql`false`, ...products.map((product) => sql`startsWith(route, ${`/${product}/`})`)], ' OR ')})`,
      ]

const passes = (environment: Environment, filter: LogFilter) => {
  const { products, statuses, methods, route, callerId, objectId, requestId, anyId, span } = filter
  return sql.join(
    [
      sql`environment_id = toUUID(${environment.id})`,
      sql`created_at >= ${span.start}`,
      sql`created_at < ${span.end}`,
      ...ofProducts(products),
      ...(statuses && statuses.length > 0
        ? [
            sql`(intDiv(status, 100) IN ${uints(statusClasses(statuses))} OR status IN ${uints(wholeStatuses(statuses))})`,
          ]
        : []),
      ...(methods && methods.length > 0 ? [sql`method IN ${[...methods]}`] : []),
      ...(route === undefined ? [] : [sql`route = ${route}`]),
      // What is no UUID matches nothing.
      ...(callerId === undefined ? [] : [sql`caller_id = toUUIDOrZero(${callerId})`]),
      ...(requestId === undefined ? [] : [sql`request_id = toUUIDOrZero(${requestId})`]),
      ...(objectId === undefined ? [] : [sql`object_id = ${objectId}`]),
      ...(anyId === undefined
        ? []
        : [
            sql`(object_id = ${anyId} OR request_id = toUUIDOrZero(${anyId}) OR id = toUUIDOrZero(${anyId}))`,
          ]),
    ],
    ' AND ',
  )
}

export const listLogRows = (
  environment: Environment,
  { page, limit, ...filter }: LogFilter & { page: number; limit: number },
) =>
  environment.clickhouse.rows(
    LogRow,
    sql`SELECT ${columns} FROM request_logs WHERE ${passes(environment, filter)}
      ORDER BY created_at DESC, id DESC LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)}`,
  )

const CountRow = z.object({ count: z.number() })

/** One more than is listed stands for any larger number. */
export const countLogRows = async (environment: Environment, filter: LogFilter) => {
  const [row] = await environment.clickhouse.rows(
    CountRow,
    sql`SELECT count() AS count FROM (
      SELECT 1 FROM request_logs WHERE ${passes(environment, filter)} LIMIT ${uint(listedMax + 1)})`,
  )
  return row?.count ?? 0
}

const FacetRow = z.object({
  facet: z.enum(['status', 'method', 'route', 'caller']),
  value: z.string(),
  label: z.string(),
  count: z.number(),
})
export type FacetRow = z.infer<typeof FacetRow>

const facetMax = 50

/** Calls are grouped first and sorted out after that: a month has millions of calls and few kinds of them. */
export const listFacets = (environment: Environment, filter: LogFilter) =>
  environment.clickhouse.rows(
    FacetRow,
    sql`SELECT entry.1 AS facet, entry.2 AS value, any(entry.3) AS label, sum(calls) AS count
      FROM (
        SELECT status, method, route, caller_id, any(caller_name) AS name, count() AS calls
        FROM request_logs WHERE ${passes(environment, filter)}
        GROUP BY status, method, route, caller_id)
      ARRAY JOIN [
        ('status', toString(status), toString(status)),
        ('method', toString(method), toString(method)),
        ('route', toString(route), toString(route)),
        ('caller', toString(caller_id), toString(name))] AS entry
      GROUP BY facet, value ORDER BY count DESC, value LIMIT ${uint(facetMax)} BY facet`,
  )

const DetailRow = z.object({
  ...LogRow.shape,
  request_body: z.string(),
  response_body: z.string(),
  ip_prefix: z.string(),
  user_agent: z.string(),
})
export type DetailRow = z.infer<typeof DetailRow>

export const findLogRow = async (
  environment: Environment,
  id: string,
  products: readonly string[],
) => {
  const [row] = await environment.clickhouse.rows(
    DetailRow,
    sql`SELECT ${columns}, request_body, response_body, ip_prefix, user_agent FROM request_logs
      WHERE ${sql.join([sql`environment_id = toUUID(${environment.id})`, sql`id = toUUID(${id})`, ...ofProducts(products)], ' AND ')}`,
  )
  return row
}

const StreamedRow = z.object({ ...LogRow.shape, environment_id: z.uuid() })
export type StreamedRow = z.infer<typeof StreamedRow>

/**
 * The newest calls of each environment that began between two moments. The environments may belong to several tenants:
 * the topic reads once for all of its members and hands each what it may see.
 */
export const listLogRowsBetween = (
  clickhouse: ClickHouse,
  environmentIds: readonly string[],
  { from, until, limit }: { from: Date; until: Date; limit: number },
) =>
  clickhouse.rows(
    StreamedRow,
    sql`SELECT environment_id, ${columns} FROM request_logs
      WHERE environment_id IN (SELECT arrayJoin(arrayMap(id -> toUUID(id), ${[...environmentIds]})))
        AND created_at >= ${from} AND created_at <= ${until}
      ORDER BY created_at DESC, id DESC LIMIT ${uint(limit)} BY environment_id`,
  )

/** The newest calls about an object. */
export const listLogRowsOf = (environment: Environment, objectId: string, limit: number) =>
  environment.clickhouse.rows(
    LogRow,
    sql`SELECT ${columns} FROM request_logs
      WHERE environment_id = toUUID(${environment.id}) AND object_id = ${objectId}
        AND created_at > now() - INTERVAL ${uint(activityDays + 1)} DAY
      ORDER BY created_at DESC, id DESC LIMIT ${uint(limit)}`,
  )

const HourRow = z.object({
  at: z.string(),
  succeeded: z.number(),
  refused: z.number(),
  failed: z.number(),
})

export const listHours = (environment: Environment, filter: LogFilter) =>
  environment.clickhouse.rows(
    HourRow,
    sql`SELECT toStartOfHour(created_at) AS at, countIf(status < 400) AS succeeded,
        countIf(status >= 400 AND status < 500) AS refused, countIf(status >= 500) AS failed
      FROM request_logs WHERE ${passes(environment, filter)} GROUP BY at ORDER BY at`,
  )

const RefusalRow = z.object({
  caller_id: z.uuid(),
  caller_name: z.string(),
  status: z.number(),
  message: z.string(),
  count: z.number(),
})

const refusalsMax = 3

/** A single refused call is no pattern. */
const refusalsMin = 2

export const listRefusals = (environment: Environment, filter: LogFilter) =>
  environment.clickhouse.rows(
    RefusalRow,
    sql`SELECT caller_id, any(toString(caller_name)) AS caller_name, status,
        JSONExtractString(error, 'messages', 1) AS message, count() AS count
      FROM request_logs WHERE ${passes(environment, filter)} AND status >= 400 AND error != ''
      GROUP BY caller_id, status, message HAVING count >= ${uint(refusalsMin)}
      ORDER BY count DESC, caller_name LIMIT ${uint(refusalsMax)}`,
  )
