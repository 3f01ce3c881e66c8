import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'
import { expect } from 'vitest'
import { z } from 'zod'
import { askBreakdownTimeseries } from '../ask-breakdown-timeseries.sql.ts'
import { breakdownQuery } from '../ask-breakdown.sql.ts'
import { askBreakdown } from '../ask-breakdown.ts'
import { askOverall, overallQuery } from '../ask-overall.sql.ts'
import { askSteps, timeseriesQuery } from '../ask-timeseries.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { bucketWidth } from '../source/histogram.ts'
import { distinct, partsOf, totalParts } from '../source/parts.sql.ts'
import type { PlannedParts } from './piece-source.sql.ts'

/** One question, asked of pieces and of views. */
export interface AskedOfBoth {
  tenant: Tenant
  /** The same, without pieces. */
  views: Tenant
  definition: Measured
  what: string
  id: MetricId
  measurement: Measurement
  question: Question
  step: 'hour' | 'day'
  options: {
    dimension: DimensionId
    orderBy: 'field'
    direction: 'asc'
    limit: number
    page: number
  }
}

const rounding = 1e-12
/** Scores of these worlds are -0.5 at the lowest: between values of both signs an error is no share of the result. */
const lowestScore = 0.5

/** How far a percentile between values of both signs may be off besides its share. */
export const readSlack = (formula: Formula): number =>
  formula.kind === 'quantile' && viewColumns[formula.column as ViewColumn] === 'maybeNumber'
    ? 2 * lowestScore * bucketWidth
    : 0

type Value = number | null | undefined

/** The same value; with `approximate`, one within that error. */
export const isNear = (
  found: Value,
  expected: Value,
  { formula, approximate }: { formula: Formula; approximate?: number | undefined },
): boolean => {
  if (typeof found !== 'number' || typeof expected !== 'number') return found === expected
  const error =
    approximate === undefined ? 0 : approximate * Math.abs(expected) + readSlack(formula)
  return Math.abs(found - expected) <= error + rounding * Math.max(1, Math.abs(expected))
}

interface Range {
  low: number
  high: number
}

/** The interval of views lies in that of pieces, which is wider by the error of its bounds. */
export const hasInterval = (
  found: Range | null,
  expected: Range | null,
  { formula }: { formula: Formula },
): boolean => {
  if (found === null || expected === null) return found === expected
  const slack = 2 * readSlack(formula) + rounding
  const isBelow = (one: number, other: number) =>
    one <= other + slack && one >= other - 2.01 * bucketWidth * Math.abs(other) - slack
  return isBelow(found.low, expected.low) && isBelow(-found.high, -expected.high)
}

function expectNear(
  found: Value,
  expected: Value,
  { what, ...how }: { what: string; formula: Formula; approximate?: number | undefined },
): void {
  if (!isNear(found, expected, how))
    expect.fail(`${what}: ${found} of pieces, ${expected} of views`)
}

const compareOverall = async (asked: AskedOfBoth): Promise<void> => {
  const { tenant, views, definition, what, id, measurement, question } = asked
  const { formula } = definition
  const { approximate, value, ...totals } = await askOverall(tenant, id, measurement, question)
  const { value: exact, ...expected } = await askOverall(views, id, measurement, question)
  expect(totals, what).toEqual(expected)
  expectNear(value, exact, { what, formula, approximate })
  if (approximate === undefined) return
  const query = overallQuery(views, definition, question, histogramsOfViews(asked, {}))
  const [row] = await views.clickhouse.rows(z.object({ value: z.number().nullable() }), query)
  expectNear(value, row?.value, { what: `${what} by buckets`, formula })
}

const compareSteps = async (asked: AskedOfBoth): Promise<void> => {
  const { tenant, views, definition, what, id, measurement, question, step } = asked
  const { formula } = definition
  const { points, approximate } = await askSteps(tenant, id, measurement, question, { step })
  const exact = await askSteps(views, id, measurement, question, { step })
  const counts = (of: typeof points) => of.map(([time, , count]) => [time, count])
  expect(counts(points), what).toEqual(counts(exact.points))
  for (const [index, [time, value]] of points.entries())
    expectNear(value, exact.points[index]![1], { what: `${what} at ${time}`, formula, approximate })
  if (approximate === undefined) return
  const planned = histogramsOfViews(asked, { step })
  const query = timeseriesQuery(views, definition, question, step, planned)
  const rows = await views.clickhouse.rows(z.object({ value: z.number().nullable() }), query)
  const known = points.flatMap(([, value]) => value ?? [])
  const buckets = rows.flatMap(({ value }) => value ?? [])
  expect(known, what).toHaveLength(buckets.length)
  for (const [index, value] of known.entries())
    expectNear(value, buckets[index], { what: `${what} by buckets`, formula })
}

type Rows = Awaited<ReturnType<typeof askBreakdown>>['rows']

const compareBreakdown = async (asked: AskedOfBoth): Promise<void> => {
  const { tenant, views, definition, what, id, measurement, question, options } = asked
  const { formula } = definition
  const { rows, total, approximate } = await askBreakdown(
    tenant,
    id,
    measurement,
    question,
    options,
  )
  const exact = await askBreakdown(views, id, measurement, question, options)
  expect(total, what).toBe(exact.total)
  const counts = (of: Rows) => of.map((row) => ({ ...row, value: 0, negative_impact: 0 }))
  expect(counts(rows), what).toEqual(counts(exact.rows))
  for (const [index, { field, value }] of rows.entries())
    expectNear(value, exact.rows[index]?.value, { what: `${what}, ${field}`, formula, approximate })
  if (approximate === undefined) return
  const planned = histogramsOfViews(asked, { dimension: options.dimension })
  const query = breakdownQuery(views, definition, question, options, planned)
  const Row = z.object({ value: z.number(), negative_impact: z.number() })
  const buckets = await views.clickhouse.rows(Row, query)
  for (const [index, row] of rows.entries()) {
    const one = `${what}, ${row.field} by buckets`
    const other = buckets[index]
    expectNear(row.value, other?.value, { what: one, formula })
    expectNear(row.negative_impact, other?.negative_impact, { what: `impact of ${one}`, formula })
  }
  await expectOrder(asked, exact.rows)
}

/** Ordered by value, the exact values are in order too, but for ties and the error. */
async function expectOrder(asked: AskedOfBoth, exact: Rows): Promise<void> {
  const { tenant, definition, what, id, measurement, question, options } = asked
  const byValue = { ...options, orderBy: 'value', direction: 'desc' } as const
  const { rows } = await askBreakdown(tenant, id, measurement, question, byValue)
  const valueOf = new Map(exact.map((row) => [row.field, row.value]))
  // Pages of another order have other rows when there is more than one.
  const values = rows.flatMap(({ field }) => valueOf.get(field) ?? [])
  const slack = 2 * readSlack(definition.formula) + rounding
  for (const [index, lower] of values.entries()) {
    const higher = values[index - 1] ?? lower
    const error = bucketWidth * (Math.abs(higher) + Math.abs(lower)) + slack
    expect(higher + error, `${what} in order`).toBeGreaterThanOrEqual(lower)
  }
}

const compareBreakdownSteps = async (asked: AskedOfBoth): Promise<void> => {
  const { tenant, views, definition, what, id, measurement, question, step } = asked
  const { formula } = definition
  const options = { ...asked.options, step }
  const found = await askBreakdownTimeseries(tenant, id, measurement, question, options)
  const exact = await askBreakdownTimeseries(views, id, measurement, question, options)
  const counts = ({ steps }: typeof found) =>
    steps.map(({ time, values }) => [time, values.map((one) => ({ ...one, value: 0 }))])
  expect(counts(found), what).toEqual(counts(exact))
  const { approximate } = found
  for (const [place, { time, values }] of found.steps.entries())
    for (const [index, { field, value }] of values.entries()) {
      const expected = exact.steps[place]?.values[index]?.value
      expectNear(value, expected, { what: `${what} at ${time}, ${field}`, formula, approximate })
    }
}

/** Each asks for a percentile: near that of the views, and the very same as that of histograms of the views. */
export const percentileComparisons = [
  compareOverall,
  compareSteps,
  compareBreakdown,
  compareBreakdownSteps,
] as const

/** A plan without any piece: the whole range is read from views, with histograms. */
function histogramsOfViews(
  { definition: { formula, metric }, question: { timeframe } }: AskedOfBoth,
  { dimension, step }: Partial<Pick<AskedOfBoth, 'step'>> & { dimension?: DimensionId },
): PlannedParts {
  const range = { start: timeframe.start.getTime(), end: timeframe.end.getTime() }
  const { bucket } = metric
  return {
    plan: { bucket, dimension, included: undefined, excluded: undefined, pieces: [], raw: [range] },
    parts: distinct([...partsOf(formula, 'pieces'), ...totalParts]),
    step,
    isGrouped: dimension !== undefined,
  }
}
