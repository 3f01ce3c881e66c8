import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { expect } from 'vitest'
import { askInsights, type Insight, type Insights } from '../../insights/ask-insights.ts'
import { askQuantileImpacts } from '../../insights/ask-quantile-impacts.sql.ts'
import { measured } from '../../question/definition.ts'
import type { Question } from '../../question/question-shape.ts'
import type { Tenant } from '../../question/tenant.ts'
import { bucketWidth } from '../../source/histogram.ts'
import { isNear, readSlack } from '../testing-percentiles.ts'
import { aViewsOnlyClient } from '../testing-questions.ts'
import type { World } from '../testing-worlds.ts'

interface Asked {
  what: string
  id: MetricId
  measurement: Measurement
  question: Question
}

const mostOfDimension = 10
const keyOf = ({ dimension, field }: Insight) => `${dimension}:${field}`

/** Of pieces, values and impacts are the very same as those of histograms of the views, and near the exact ones. */
export const runInsightsOnBoth = async (
  world: Pick<World, 'tenant'>,
  { what, id, measurement, question }: Asked,
): Promise<Insights> => {
  const { id: environment, clickhouse } = world.tenant
  const views = { id: environment, clickhouse: aViewsOnlyClient(clickhouse) }
  const ask = (tenant: Tenant) => askInsights(tenant, id, measurement, question, { limit: 10_000 })
  const [found, exact] = [await ask(world.tenant), await ask(views)]
  if (found.approximate === undefined) {
    expect(found, what).toEqual(exact)
    return found
  }
  const { formula, ...definition } = measured(id, measurement)
  if (formula.kind !== 'quantile') throw new Error('Only percentiles are approximate.')
  const counted = await byHistograms(views, { formula, ...definition }, question, found.insights)
  const others = new Map(exact.insights.map((row) => [keyOf(row), row]))
  for (const row of found.insights) {
    const own = `${what}, ${keyOf(row)}`
    const { value, negative_impact, ...totals } = counted.get(keyOf(row))!
    expect({ ...row, value: 0, negative_impact: 0 }, own).toEqual({
      ...totals,
      value: 0,
      negative_impact: 0,
    })
    for (const [of, other] of [
      [row.value, value],
      [row.negative_impact, negative_impact],
    ] as const)
      if (Math.abs(of - other) > 1e-9 * Math.max(1, Math.abs(other)))
        expect.fail(`${own}: ${of} of pieces, ${other} of histograms of views`)
    const exactly = others.get(keyOf(row))
    if (exactly === undefined) continue
    expect(isNear(row.value, exactly.value, { formula, ...found }), own).toBe(true)
    expect(Math.abs(row.negative_impact - exactly.negative_impact), own).toBeLessThanOrEqual(
      errorOf(exactly, readSlack(formula)),
    )
  }
  const told = new Set(found.insights.map(keyOf))
  for (const row of exact.insights) {
    const ofDimension = found.insights.filter(({ dimension }) => dimension === row.dimension)
    if (told.has(keyOf(row)) || ofDimension.length === mostOfDimension) continue
    expect(row.negative_impact, `${what} lacks ${keyOf(row)}`).toBeLessThanOrEqual(
      errorOf(row, readSlack(formula)),
    )
  }
  return found
}

/** Of the impact: both percentiles are known only to the width of a bucket. */
function errorOf({ value, negative_impact }: Insight, slack: number): number {
  return 1.01 * bucketWidth * (2 * Math.abs(value) + Math.abs(negative_impact)) + 2 * slack + 1e-9
}

async function byHistograms(
  views: Tenant,
  definition: Parameters<typeof askQuantileImpacts>[1],
  question: Question,
  rows: readonly Insight[],
): Promise<Map<string, Insight>> {
  const dimensions = [...new Set(rows.map(({ dimension }) => dimension))].map((dimension) => ({
    dimension,
    values: rows.filter((row) => row.dimension === dimension).map(({ field }) => field),
  }))
  if (dimensions.length === 0) return new Map()
  const options = { perDimension: mostOfDimension, leastShare: 0 }
  const found = await askQuantileImpacts(views, definition, question, dimensions, options)
  return new Map(found.map(({ row }) => [keyOf(row), row]))
}
