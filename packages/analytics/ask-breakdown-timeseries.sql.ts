import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import { askBreakdown } from './ask-breakdown.ts'
import { askBreakdownRows, type BreakdownOptions, planBreakdown } from './ask-breakdown.sql.ts'
import { isoSecond, type Direction } from './ask-timeseries.sql.ts'
import { approximationOf } from './source/approximation.ts'
import { fieldOf } from './source/condition.sql.ts'
import { measured, type Measured } from './question/definition.ts'
import { plannedParts } from './pieces/planned-parts.ts'
import type { PlannedParts } from './pieces/piece-source.sql.ts'
import { aliasOf, distinct, partsOf, selected, validViewsOf, valueOf } from './source/parts.sql.ts'
import { checkDimension } from './question/question.ts'
import type { Question } from './question/question-shape.ts'
import { settings, sourceOf } from './source/source.sql.ts'
import { stepTimes, type Step } from './question/step.ts'
import type { Tenant } from './question/tenant.ts'

interface BreakdownStep {
  time: string
  /** The same values of the dimension at every step, in the order of the breakdown. */
  values: { field: string | null; value: number | null; views: number }[]
}

interface BreakdownTimeseries {
  steps: BreakdownStep[]
  total: number
  /** The largest relative error of the values; undefined when they are exact. */
  approximate: number | undefined
}

interface BreakdownTimeseriesOptions extends BreakdownOptions {
  step: Step
  /** Order of the steps; `direction` is that of the values. */
  timeDirection?: Direction
}

const Row = z.object({
  step: z.number(),
  field: z.string().nullable(),
  value: z.number().nullable(),
  views: z.number(),
})

export const askBreakdownTimeseries = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  options: BreakdownTimeseriesOptions,
): Promise<BreakdownTimeseries> => {
  checkDimension(options.dimension, question)
  const definition = measured(metric, measurement)
  const { rows: top, total } =
    options.orderBy === 'negative_impact'
      ? await askBreakdown(tenant, metric, measurement, question, options)
      : await askBreakdownRows(
          tenant,
          definition,
          question,
          options,
          await planBreakdown(tenant, definition, question, options),
        )
  const fields = top.map((row) => row.field)
  const { bucket } = definition.metric
  const { dimension, step } = options
  const parts = distinct(partsOf(definition.formula, 'pieces'))
  const planned = await plannedParts(tenant, question, { bucket, parts, dimension, step })
  const query = breakdownTimeseriesQuery(tenant, definition, question, options, fields, planned)
  const rows = top.length === 0 ? [] : await cachedRows(tenant, Row, query, question)
  const byStep = new Map(rows.map((row) => [`${row.step} ${row.field ?? '\0'}`, row]))
  const steps = stepTimes(question.timeframe, options.step).map((time) => ({
    time: isoSecond(time),
    values: fields.map((field) => {
      const row = byStep.get(`${time / 1_000} ${field ?? '\0'}`)
      return { field, value: row?.value ?? null, views: row?.views ?? 0 }
    }),
  }))
  const approximate = approximationOf(definition.formula, question, planned)
  return {
    steps: options.timeDirection === 'desc' ? steps.toReversed() : steps,
    total,
    approximate,
  }
}

export const breakdownTimeseriesQuery = (
  tenant: Tenant,
  { formula, metric }: Measured,
  question: Question,
  { dimension, step }: { dimension: DimensionId; step: Step },
  fields: readonly (string | null)[],
  planned?: PlannedParts,
): SqlFragment => {
  const source = sourceOf(tenant, question, metric.bucket, planned)
  const parts = distinct(partsOf(formula, source.kind))
  const known = fields.filter((field) => field !== null)
  const field = fieldOf(dimension)
  const orNone = fields.includes(null) ? sql` OR isNull(${field})` : sql.empty
  return sql`SELECT step, field, ${valueOf(formula, source.kind, aliasOf)} AS value, ${validViewsOf(formula, aliasOf)} AS views
    FROM (SELECT ${source.stepOf(step)} AS step, ${field} AS field, ${selected(parts, source.kind)}
      ${source.rows} AND (ifNull(${field} IN ${known}, false)${orNone}) GROUP BY step, field)
    ORDER BY step ${settings}`
}
