import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import type { Aggregate, Formula } from '@playhead/metrics/formula.ts'
import { viewColumns } from '@playhead/metrics/view-columns.ts'
import { z } from 'zod'
import { sampledViews } from '../pieces/sampled-views.sql.ts'
import { dimensionConditions, metricCondition, ofTenant } from '../source/condition.sql.ts'
import type { Bucket } from '../source/condition.sql.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Timeframe } from '../question/timeframe.ts'
import type { Group, Moments } from './moments.ts'

/** What one view adds to a metric, as the numerator and the denominator of a ratio. */
interface PerView {
  x: SqlFragment
  y: SqlFragment
  /** Whether the view counts. */
  isValid: SqlFragment
}

/** A percentile is examined as the share of views above a value between the percentiles before and after. */
export const perView = (formula: Formula, between: number): PerView => {
  switch (formula.kind) {
    case 'ratio':
      return {
        x: addedBy(formula.over),
        y: addedBy(formula.under),
        isValid: sql`(${addedBy(formula.under)} != 0 OR ${addedBy(formula.over)} != 0)`,
      }
    case 'average':
      return {
        x: number(formula.column),
        y: sql`1.`,
        isValid: known(formula.column),
      }
    case 'quantile':
      return {
        x: sql`toFloat64(ifNull(${sql.identifier(formula.column)} > ${float(between)}, false))`,
        y: sql`1.`,
        isValid: known(formula.column),
      }
    case 'unique':
      return { x: sql`1.`, y: sql`1.`, isValid: known(formula.column) }
    case 'views':
    case 'count_where':
    case 'count_of':
    case 'sum':
    case 'sum_with':
      return { x: addedBy(formula), y: sql`1.`, isValid: sql`${addedBy(formula)} != 0` }
  }
}

function addedBy(aggregate: Aggregate): SqlFragment {
  switch (aggregate.kind) {
    case 'count_where':
      return viewColumns[aggregate.flag] === 'maybeFlag'
        ? sql`toFloat64(ifNull(${sql.identifier(aggregate.flag)}, false))`
        : sql`toFloat64(${sql.identifier(aggregate.flag)})`
    case 'count_of':
      return sql`toFloat64(isNotNull(${sql.identifier(aggregate.column)}))`
    case 'sum':
    case 'average':
    case 'quantile':
      return number(aggregate.column)
    case 'sum_with':
      return sql`if(${known(aggregate.given)}, ${number(aggregate.column)}, 0.)`
    case 'views':
    case 'unique':
      return sql`1.`
  }
}

function number(column: string): SqlFragment {
  return sql`toFloat64(ifNull(${sql.identifier(column)}, 0))`
}

function known(column: string): SqlFragment {
  return sql`isNotNull(${sql.identifier(column)})`
}

/** A question and its baseline. */
export interface Asked {
  question: Question
  baseline: Timeframe
}

/** `FROM … WHERE …` for the views of both ranges, or for one in `sampleOf` of those that the question reads. */
export const viewsOfBoth = (
  tenant: Tenant,
  { question, baseline }: Asked,
  bucket: Bucket,
  isValid: SqlFragment,
  sampleOf = 1,
): SqlFragment => {
  const column = sql.identifier(bucket)
  const sample = sampledViews(sampleOf * (question.sampleOf ?? 1))
  const within = ({ start, end }: Timeframe) =>
    sql`(${column} >= ${start} AND ${column} < ${end}${bucket === 'view_start' ? sql` AND view_end >= ${start}` : sql.empty})`
  const condition = sql.join(
    [
      ofTenant(tenant),
      sql`(${within(question.timeframe)} OR ${within(baseline)})`,
      ...dimensionConditions(question.filters),
      ...question.metricFilters.map(metricCondition),
      isValid,
      ...sample.conditions,
    ],
    ' AND ',
  )
  return sql`FROM ${sample.source} WHERE ${condition}`
}

export const isAfter = ({ question }: Asked, bucket: Bucket): SqlFragment => {
  const { start, end } = question.timeframe
  const column = sql.identifier(bucket)
  return sql`${column} >= ${start} AND ${column} < ${end}`
}

/** Every viewer counts once per range, with the last view. */
export const onceEach = (formula: Formula, bucket: Bucket): SqlFragment => {
  if (formula.kind !== 'unique') return sql.empty
  return sql` ORDER BY ${sql.identifier(bucket)} DESC, view_id LIMIT 1 BY is_after, ${sql.identifier(formula.column)}`
}

const sums = { x: sql`x`, y: sql`y`, xx: sql`x * x`, xy: sql`x * y`, yy: sql`y * y` }

/** The sums of both ranges in one row. */
export const groupSums: SqlFragment = sql.join(
  [
    sql`countIf(is_after) AS after_views, countIf(NOT is_after) AS before_views`,
    ...Object.entries(sums).flatMap(([name, each]) => [
      sql`sumIf(${each}, is_after) AS ${sql.identifier(`after_${name}`)}`,
      sql`sumIf(${each}, NOT is_after) AS ${sql.identifier(`before_${name}`)}`,
    ]),
  ],
  ', ',
)

const ranges = ['after', 'before'] as const
const parts = ['views', 'x', 'y', 'xx', 'xy', 'yy'] as const

export const groupColumns = Object.fromEntries(
  ranges.flatMap((range) => parts.map((part) => [`${range}_${part}`, z.number()])),
) as Record<`${(typeof ranges)[number]}_${(typeof parts)[number]}`, z.ZodNumber>

export const groupOf = (row: Record<keyof typeof groupColumns, number>): Group => {
  const of = (range: (typeof ranges)[number]) =>
    Object.fromEntries(parts.map((part) => [part, row[`${range}_${part}`]])) as unknown as Moments
  return { after: of('after'), before: of('before') }
}
