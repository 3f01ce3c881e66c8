import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { Aggregate, Formula } from '@playhead/metrics/formula.ts'
import { anyReason, type Exclusion, rest } from '@playhead/metrics/excluded-views.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { z } from 'zod'
import { breakdownQuery, type BreakdownOptions } from './ask-breakdown.sql.ts'
import { overallQuery } from './ask-overall.sql.ts'
import { timeseriesQuery } from './ask-timeseries.sql.ts'
import { dimensionConditions, filterGroups, metricCondition } from './source/condition.sql.ts'
import { measured, type Measured } from './question/definition.ts'
import {
  aggregated,
  aliasOf,
  distinct,
  isCountedBy,
  partsOf,
  validViewsOf,
  viewsPart,
} from './source/parts.sql.ts'
import { checkDimension } from './question/question.ts'
import type { Question } from './question/question-shape.ts'
import { settings, sourceOf } from './source/source.sql.ts'
import type { Step } from './question/step.ts'
import type { Tenant } from './question/tenant.ts'
import { cachedRows } from './cache/query-cache.ts'
import { viewConditions } from './source/view-condition.sql.ts'

export type Explained =
  | { kind: 'overall' }
  | { kind: 'timeseries'; step: Step }
  | ({ kind: 'breakdown' } & BreakdownOptions)

interface Explanation {
  /** For example sum(rebuffer_duration) / sum(watch_time). */
  formula: string
  sql: string
  parameters: Record<string, unknown>
  included_views: number
  /** Views in the timeframe that do not count, by the first reason that applies. */
  excluded: { reason: string; views: number }[]
}

const Counts = z.object({ place: z.number(), cause: z.number(), views: z.number() })
const Included = z.object({ included: z.number() })

export const explain = async (
  asked: Explained,
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
): Promise<Explanation> => {
  if (asked.kind === 'breakdown') checkDimension(asked.dimension, question)
  const definition = measured(metric, measurement)
  const query = queryOf(asked, tenant, definition, question)
  const counts = await cachedRows(
    tenant,
    Counts,
    countsQuery(tenant, definition, question),
    question,
  )
  const counted = question.timeframe.isHistorical
    ? await ofDays(tenant, definition, question, counts)
    : counts
  const included = counted.find(({ place, cause }) => place === 0 && cause === 0)?.views ?? 0
  return {
    formula: formulaText(definition.formula),
    sql: query.text,
    parameters: query.parameters,
    included_views: included,
    excluded: [
      ...filterReasons(question).map((reason, index) => ({ reason, place: index + 1, cause: 0 })),
      ...causesOf(definition, question).map((reason, index) => ({
        reason,
        place: 0,
        cause: index + 1,
      })),
    ].flatMap(({ reason, place, cause }) => {
      const found = counted.find((one) => one.place === place && one.cause === cause)
      return found !== undefined && found.views > 0 ? [{ reason, views: found.views }] : []
    }),
  }
}

/** The rollup knows how many views have a value, but not why the others have none. */
async function ofDays(
  tenant: Tenant,
  definition: Measured,
  question: Question,
  counts: readonly z.infer<typeof Counts>[],
): Promise<readonly z.infer<typeof Counts>[]> {
  const query = includedQuery(tenant, definition, question)
  const [{ included } = { included: 0 }] = await cachedRows(tenant, Included, query, question)
  const left = counts.find(({ place }) => place === 0)?.views ?? 0
  return [
    ...counts.filter(({ place }) => place > 0),
    { place: 0, cause: 0, views: included },
    { place: 0, cause: 1, views: left - included },
  ]
}

function queryOf(
  asked: Explained,
  tenant: Tenant,
  definition: Measured,
  question: Question,
): SqlFragment {
  if (asked.kind === 'overall') return overallQuery(tenant, definition, question)
  if (asked.kind === 'timeseries') return timeseriesQuery(tenant, definition, question, asked.step)
  return breakdownQuery(tenant, definition, question, asked)
}

function filterReasons({ filters, metricFilters }: Question): string[] {
  return [
    ...filterTexts(filters).map((text) => `The filter ${text} leaves them out.`),
    ...metricFilters.map(({ text }) => `The metric filter ${text} leaves them out.`),
  ]
}

function causesOf({ metric }: Measured, { timeframe }: Question): string[] {
  const exclusions = exclusionsOf(metric)
  return timeframe.isHistorical ? [anyReason(exclusions)] : exclusions.map(({ reason }) => reason)
}

function exclusionsOf({ excludes }: Metric): readonly Exclusion[] {
  return excludes ?? [rest('Views without a value of this metric.')]
}

/** In the order of dimensionConditions. */
function filterTexts(filters: Question['filters']): string[] {
  return filterGroups(filters).map((group) => group.map(({ text }) => text).join(' or '))
}

/**
 * For each view, the first condition that excludes it, and the first exclusion of the metric, from 1; zero for none.
 */
function countsQuery(
  tenant: Tenant,
  { metric, formula }: Measured,
  question: Question,
): SqlFragment {
  const all = { ...question, filters: [], metricFilters: [] }
  const source = sourceOf(tenant, all, metric.bucket)
  const conditions = [
    ...dimensionConditions(question.filters),
    ...question.metricFilters.map(metricCondition),
  ]
  const isDaily = source.kind === 'daily'
  const causes = exclusionsOf(metric).map(({ when }) => viewConditions(when))
  const cause = isDaily
    ? sql`0`
    : sql`if(${isCountedBy(formula)}, 0, ${firstOf(causes, sql`held = 1`)})`
  return sql`SELECT place, cause, sum(counted) AS views
    FROM (SELECT ${firstOf(conditions, sql`held = 0`)} AS place, if(place > 0, 0, ${cause}) AS cause, ${isDaily ? sql`views` : sql`1`} AS counted ${source.rows})
    GROUP BY place, cause ${settings}`
}

function firstOf(conditions: readonly SqlFragment[], isFirst: SqlFragment): SqlFragment {
  if (conditions.length === 0) return sql`0`
  const held = conditions.map((condition) => sql`toUInt8(${condition})`)
  return sql`arrayFirstIndex(held -> ${isFirst}, [${sql.join(held)}])`
}

/** Views with a value, from the rollup. */
function includedQuery(
  tenant: Tenant,
  { metric, formula }: Measured,
  question: Question,
): SqlFragment {
  const source = sourceOf(tenant, question, metric.bucket)
  const valid = distinct([...partsOf(formula, source.kind), viewsPart]).filter(
    ({ kind }) => kind === 'count' || kind === 'views',
  )
  const parts = valid.map((part) => sql`${aggregated(part, source.kind)} AS ${aliasOf(part)}`)
  return sql`SELECT ${validViewsOf(formula, aliasOf)} AS included FROM (SELECT ${sql.join(parts, ', ')} ${source.rows}) ${settings}`
}

function formulaText(formula: Formula): string {
  return formula.kind === 'ratio'
    ? `${aggregateText(formula.over)} / ${aggregateText(formula.under)}`
    : aggregateText(formula)
}

function aggregateText(aggregate: Aggregate): string {
  switch (aggregate.kind) {
    case 'views':
      return 'count(views)'
    case 'count_where':
      return `count(views where ${aggregate.flag})`
    case 'count_of':
      return `count(${aggregate.column})`
    case 'sum':
    case 'average':
      return `${aggregate.kind}(${aggregate.column})`
    case 'sum_with':
      return `sum(${aggregate.column} where ${aggregate.given} is known)`
    case 'quantile':
      return aggregate.level === 0.5
        ? `median(${aggregate.column})`
        : `percentile ${Math.round(aggregate.level * 100)}(${aggregate.column})`
    case 'unique':
      return `distinct(${aggregate.column})`
  }
}
