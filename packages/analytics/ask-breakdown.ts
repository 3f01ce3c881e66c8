import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import {
  askBreakdownRows,
  type Breakdown,
  type BreakdownOptions,
  type BreakdownRow,
  planBreakdown,
} from './ask-breakdown.sql.ts'
import { askQuantileImpacts, type Quantile } from './insights/ask-quantile-impacts.sql.ts'
import { measured, type Measured } from './question/definition.ts'
import { worseningsOf } from './insights/exact-impacts.ts'
import { isComparedQuantile } from './insights/negative-impact.sql.ts'
import { checkDimension } from './question/question.ts'
import type { Question } from './question/question-shape.ts'
import type { Tenant } from './question/tenant.ts'

/** Up to this many values are sorted by exact impact; more values are sorted in runs of this size. */
const orderedTogether = 500

/** Omits values whose views have no value of the metric. */
export const askBreakdown = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  options: BreakdownOptions,
): Promise<Breakdown> => {
  checkDimension(options.dimension, question)
  const definition = measured(metric, measurement)
  const { formula } = definition
  const planned = await planBreakdown(tenant, definition, question, options)
  // The rollup and pieces have only histograms, nothing more exact.
  const isOfSums = question.timeframe.isHistorical || planned !== undefined
  if (isOfSums || !isComparedQuantile(formula, definition.metric))
    return askBreakdownRows(tenant, definition, question, options, planned)
  return askQuantileBreakdown(tenant, { ...definition, formula }, question, options)
}

/** Rows in an order that the query computes exactly, or a run of rows to be sorted by exact impact. */
async function askQuantileBreakdown(
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  options: BreakdownOptions,
): Promise<Breakdown> {
  const { dimension, orderBy, direction, limit, page } = options
  const isByImpact = orderBy === 'negative_impact'
  const pagesOfRun = isByImpact ? Math.ceil(orderedTogether / limit) : 1
  const run = Math.floor((page - 1) / pagesOfRun)
  const asked = { ...options, limit: pagesOfRun * limit, page: run + 1 }
  const found = await askBreakdownRows(tenant, definition, question, asked, undefined)
  const { rows } = found
  const impacts = await impactsOf(tenant, definition, question, dimension, rows)
  const exact = rows.map((row) => ({
    ...row,
    negative_impact: impacts.get(row.field) ?? row.negative_impact,
  }))
  if (!isByImpact) return { ...found, rows: exact }
  const sign = direction === 'asc' ? 1 : -1
  const ordered = exact.toSorted((a, b) => sign * (a.negative_impact - b.negative_impact))
  const from = (page - 1 - run * pagesOfRun) * limit
  return { ...found, rows: ordered.slice(from, from + limit) }
}

async function impactsOf(
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  dimension: BreakdownOptions['dimension'],
  rows: readonly BreakdownRow[],
): Promise<Map<string | null, number>> {
  const impacts = new Map<string | null, number>()
  for (let from = 0; from < rows.length; from += orderedTogether) {
    const some = rows.slice(from, from + orderedTogether)
    // Null goes last, because keys number the texts first.
    const values = some
      .map(({ field }) => field)
      .toSorted((a, b) => Number(a === null) - Number(b === null))
    const options = { perDimension: values.length, leastShare: 0 }
    const estimates = await askQuantileImpacts(
      tenant,
      definition,
      question,
      [{ dimension, values }],
      options,
    )
    const worsenings = await worseningsOf(tenant, definition, question, estimates)
    for (const [index, { row }] of estimates.entries()) {
      const exact = some.find(({ field }) => field === row.field)?.value ?? row.value
      impacts.set(row.field, worsenings[index]!(exact))
    }
  }
  return impacts
}
