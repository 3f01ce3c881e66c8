import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { type EngagementChoice, engagementChoices } from '@playhead/metrics/engagement-choices.ts'
import { cachedRows } from '../cache/query-cache.ts'
import type { Direction } from '../ask-timeseries.sql.ts'
import { fieldOf } from '../source/condition.sql.ts'
import { measured } from '../question/definition.ts'
import { aliasOf, distinct, partsOf, selected, valueOf, viewsPart } from '../source/parts.sql.ts'
import { checkDimension, type Question } from '../question/question.ts'
import { settingsOfSets, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'

interface EngagementOptions {
  dimension: DimensionId
  orderBy: EngagementChoice | 'field'
  direction: Direction
  limit: number
  /** From 1. */
  page: number
  /** Only these rows instead of a page; the total stays that of all views. */
  values?: readonly (string | null)[] | undefined
}

const Numbers = z.object({
  views: z.number(),
  unique_viewers: z.number().nullable(),
  total_playing_time: z.number().nullable(),
  avg_playing_time: z.number().nullable(),
  video_completion_percentage: z.number().nullable(),
})
type EngagementNumbers = z.infer<typeof Numbers>

const Row = z.object({
  ...Numbers.shape,
  field: z.string().nullable(),
  is_total: z.number(),
  row_count: z.number(),
})

interface Engagement {
  rows: (EngagementNumbers & { field: string | null })[]
  /** All views together: a viewer with two devices counts once. */
  total: EngagementNumbers
  rowCount: number
}

const nothing: EngagementNumbers = {
  views: 0,
  unique_viewers: null,
  total_playing_time: null,
  avg_playing_time: null,
  video_completion_percentage: null,
}

const choices = Object.entries(engagementChoices).map(([id, { metric, measurement }]) => ({
  id,
  ...measured(metric, measurement),
}))
// All engagement metrics count views by their start, so one pass answers all of them.
const [{ metric: audience }] = choices as [(typeof choices)[number]]

const directions = { asc: sql`ASC`, desc: sql`DESC` }

const shownRows = ({ values, page, limit }: EngagementOptions): SqlFragment => {
  // The total row comes first.
  const first = (page - 1) * limit + 2
  if (!values) return sql`place >= ${uint(first)} AND place < ${uint(first + limit)}`
  const known = values.filter((value) => value !== null)
  const orNone = values.includes(null) ? sql` OR isNull(field)` : sql.empty
  return sql`ifNull(field IN ${known}, false)${orNone}`
}

/** One row per value of the dimension, and one for all views together. ENGA-015, ENGA-016 */
export const askEngagement = async (
  tenant: Tenant,
  question: Question,
  options: EngagementOptions,
): Promise<Engagement> => {
  const { dimension, orderBy, direction } = options
  checkDimension(dimension, question)
  const source = sourceOf(tenant, question, audience.bucket)
  const parts = distinct([
    viewsPart,
    ...choices.flatMap(({ formula }) => partsOf(formula, source.kind)),
  ])
  const values = choices.map(
    ({ id, formula }) => sql`${valueOf(formula, source.kind, aliasOf)} AS ${sql.identifier(id)}`,
  )
  const found = await cachedRows(
    tenant,
    Row,
    sql`SELECT field, is_total, row_count, ${sql.join(
      choices.map(({ id }) => sql.identifier(id)),
      ', ',
    )}
    FROM (SELECT *, count() OVER () - 1 AS row_count, row_number() OVER (
        ORDER BY is_total DESC, ${sql.identifier(orderBy)} ${directions[direction]} NULLS LAST, views DESC, field ASC) AS place
      FROM (SELECT field, is_total, ${sql.join(values, ', ')}
        FROM (SELECT ${fieldOf(dimension)} AS field, grouping(field) AS is_total, ${selected(parts, source.kind)}
          ${source.rows} GROUP BY GROUPING SETS ((field), ()))))
    WHERE is_total = 1 OR (${shownRows(options)})
    ORDER BY place ${settingsOfSets}`,
    question,
  )
  const [total] = found.filter((row) => row.is_total === 1)
  return {
    rows: found
      .filter((row) => row.is_total === 0)
      .map(({ is_total: _total, row_count: _count, ...row }) => row),
    total: total ? Numbers.parse(total) : nothing,
    rowCount: total?.row_count ?? 0,
  }
}
