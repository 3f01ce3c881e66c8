import { sql } from '@playhead/clickhouse/sql.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import type { Measured } from '../question/definition.ts'
import { settings } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import { type Asked, isAfter, viewsOfBoth } from './per-view.sql.ts'

/** The error with the largest part in the change of failures. */
export interface SharedError {
  id: number
  code: string | null
  message: string | null
  /** Fraction of the change of the metric. */
  share: number
  before: number
  after: number
}

const Row = z.object({
  id: z.number(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  before: z.number(),
  after: z.number(),
})

const failures: ReadonlySet<string> = new Set([
  'playback_failure',
  'video_startup_failure',
  'ad_playback_failure',
  'content_playback_failure',
  'playback_business_exception',
  'video_startup_business_exception',
])
const leastShare = 0.5

/** Even views that fail across all networks and players have an error in common. */
export const askSharedError = async (
  tenant: Tenant,
  { formula, metric }: Measured,
  asked: Asked,
  views: { before: number; after: number },
): Promise<SharedError | undefined> => {
  const flag = failureOf(formula)
  if (flag === undefined || views.before === 0 || views.after === 0) return undefined
  const failed = sql`${sql.identifier(flag)} AND isNotNull(error_type_id)`
  // The sample holds no texts of errors.
  const isSampled = asked.question.sampleOf !== undefined
  const message = isSampled ? sql`CAST(NULL, 'Nullable(String)')` : sql`player_error_message`
  const columns = isSampled ? sql.empty : sql`player_error_message, `
  const query = sql`SELECT assumeNotNull(error_type_id) AS id, any(player_error_code) AS code, any(${message}) AS message,
      countIf(NOT is_after) AS before, countIf(is_after) AS after
    FROM (SELECT error_type_id, player_error_code, ${columns}${isAfter(asked, metric.bucket)} AS is_after ${viewsOfBoth(tenant, asked, metric.bucket, failed)})
    GROUP BY error_type_id ORDER BY before + after DESC LIMIT 1000 ${settings}`
  const rows = await cachedRows(tenant, Row, query, asked.question)
  const riseOf = ({ before, after }: { before: number; after: number }) =>
    after / views.after - before / views.before
  const all = rows.reduce((sum, row) => sum + riseOf(row), 0)
  if (all === 0) return undefined
  const [most] = rows
    .map((row) => ({ ...row, share: riseOf(row) / all }))
    .toSorted((a, b) => b.share - a.share)
  return most !== undefined && most.share >= leastShare ? most : undefined
}

function failureOf(formula: Formula): string | undefined {
  if (formula.kind === 'ratio') return failureOf(formula.over)
  return formula.kind === 'count_where' && failures.has(formula.flag) ? formula.flag : undefined
}
