import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { Aggregate, Formula } from '@playhead/metrics/formula.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { z } from 'zod'
import { breakdownQuery, type BreakdownOptions } from './ask-breakdown.sql.ts'
import { overallQuery } from './ask-overall.sql.ts'
import { timeseriesQuery } from './ask-timeseries.sql.ts'
import { dimensionConditions, filterGroups, metricCondition } from './condition.sql.ts'
import { measured, type Measured } from './definition.ts'
import { aggregated, aliasOf, distinct, partsOf, validViewsOf, viewsPart } from './parts.sql.ts'
import { checkDimension } from './question.ts'
import type { Question } from './question-shape.ts'
import { settings, sourceOf } from './source.sql.ts'
import type { Step } from './step.ts'
import type { Tenant } from './tenant.ts'
import { answer } from './answer.ts'

export type Explained =
  | { kind: 'overall' }
  | { kind: 'timeseries'; step: Step }
  | ({ kind: 'breakdown' } & BreakdownOptions)

export interface Explanation {
  /** Such as sum(rebuffer_duration) / sum(watch_time). */
  formula: string
  sql: string
  parameters: Record<string, unknown>
  included_views: number
  /** Views of the same time that do not count, by the first reason that holds. */
  excluded: { reason: string; views: number }[]
}

const Counts = z.object({ place: z.number(), views: z.number(), included: z.number() })

export async function explain(
  asked: Explained,
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
): Promise<Explanation> {
  if (asked.kind === 'breakdown') checkDimension(asked.dimension, question)
  const definition = measured(metric, measurement)
  const query = queryOf(asked, tenant, definition, question)
  const reasons = reasonsOf(definition, question)
  const counts = await answer(tenant, Counts, countsQuery(tenant, definition, question), question)
  const included = counts[0]?.included ?? 0
  const left = counts.find(({ place }) => place === 0)?.views ?? 0
  return {
    formula: formulaText(definition.formula),
    sql: query.text,
    parameters: query.parameters,
    included_views: included,
    excluded: reasons
      .map((reason, index) => {
        const isOfMetric = index === reasons.length - 1
        const found = counts.find(({ place }) => place === index + 1)
        return { reason, views: isOfMetric ? left - included : (found?.views ?? 0) }
      })
      .filter(({ views }) => views > 0),
  }
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

/** One for each condition after the first, which is the time; the last one is that of the metric. */
function reasonsOf({ metric }: Measured, { filters, metricFilters }: Question): string[] {
  return [
    ...filterTexts(filters).map((text) => `The filter ${text} leaves them out.`),
    ...metricFilters.map(({ text }) => `The metric filter ${text} leaves them out.`),
    metric.excludes ?? 'They have no value of this metric.',
  ]
}

/** In the order of dimensionConditions. */
function filterTexts(filters: Question['filters']): string[] {
  return filterGroups(filters).map((group) => group.map(({ text }) => text).join(' or '))
}

/** Of each view which condition leaves it out first, from 1; zero for those that all leave in. */
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
  const views = source.kind === 'daily' ? sql`views` : sql`1`
  const held = conditions.map((condition) => sql`toUInt8(${condition})`)
  const place =
    held.length === 0 ? sql`0` : sql`arrayFirstIndex(held -> held = 0, [${sql.join(held)}])`
  const valid = distinct([...partsOf(formula, source.kind), viewsPart]).filter(
    ({ kind }) => kind === 'count' || kind === 'views',
  )
  const parts = valid.map((part) => sql`${aggregated(part, source.kind)} AS ${aliasOf(part)}`)
  const selection = sourceOf(tenant, question, metric.bucket)
  return sql`SELECT place, sum(counted) AS views,
      (SELECT ${validViewsOf(formula, aliasOf)} FROM (SELECT ${sql.join(parts, ', ')} ${selection.rows})) AS included
    FROM (SELECT ${place} AS place, ${views} AS counted ${source.rows}) GROUP BY place ${settings}`
}

export function formulaText(formula: Formula): string {
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
