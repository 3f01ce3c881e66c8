import { cachedRows } from '@playhead/analytics/cache/query-cache.ts'
import { z } from 'zod'
import { conditionOf, type Question, viewsSource } from '@playhead/analytics/question/question.ts'
import { settings } from '@playhead/analytics/source/source.sql.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const ErrorRow = z.object({
  id: z.number(),
  player_error_code: z.string().nullable(),
  message: z.string().nullable(),
  count: z.number(),
  last_seen: z.string(),
  /** All views of the question, with or without an error. */
  views: z.number(),
  /** The number of different errors, over all pages. */
  total: z.number(),
})
export type ErrorRow = z.infer<typeof ErrorRow>

const orders = {
  count: { asc: sql`affected, id`, desc: sql`affected DESC, id` },
  last_seen: { asc: sql`last_seen, id`, desc: sql`last_seen DESC, id` },
}

interface ErrorSelection {
  page: number
  limit: number
  order_by: keyof typeof orders
  order_direction: 'asc' | 'desc'
  /** Restricts to one error. */
  errorId?: number
}

/** Each error with its count; views without an error count in the same pass and are then left out. */
export const listErrors = (
  environment: Environment,
  question: Question,
  { page, limit, order_by, order_direction, errorId }: ErrorSelection,
): Promise<readonly ErrorRow[]> =>
  cachedRows(
    environment,
    ErrorRow,
    sql`
    SELECT assumeNotNull(error_type_id) AS id, code AS player_error_code, message,
      affected AS count, last_seen, views, count() OVER () AS total
    FROM (
      SELECT error_type_id, argMax(player_error_code, view_end) AS code,
        argMax(player_error_message, view_end) AS message, count() AS affected,
        max(view_end) AS last_seen, sum(count()) OVER () AS views
      FROM ${viewsSource}
      WHERE ${conditionOf(environment, question, { bucket: 'view_end' })}
      GROUP BY error_type_id
    )
    WHERE error_type_id IS NOT NULL
      AND ${errorId === undefined ? sql`true` : sql`error_type_id = ${uint(errorId)}`}
    ORDER BY ${orders[order_by][order_direction]}
    LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)} ${settings}`,
    question,
  )

const CountRow = z.object({ errors: z.number() })

/** For a page past the end, where no row carries the total. */
export const countErrors = async (environment: Environment, question: Question) => {
  const [row] = await cachedRows(
    environment,
    CountRow,
    sql`
    SELECT uniqExact(error_type_id) AS errors FROM ${viewsSource}
    WHERE ${conditionOf(environment, question, { bucket: 'view_end' })} ${settings}`,
    question,
  )
  return row?.errors ?? 0
}
