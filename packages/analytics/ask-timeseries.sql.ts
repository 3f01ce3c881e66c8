import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import { measured, type Measured } from './question/definition.ts'
import { plannedParts } from './pieces/planned-parts.ts'
import type { PlannedParts } from './pieces/piece-source.sql.ts'
import { approximationOf } from './source/approximation.ts'
import { aliasOf, distinct, partsOf, selected, validViewsOf, valueOf } from './source/parts.sql.ts'
import type { Question } from './question/question-shape.ts'
import { settings, sourceOf } from './source/source.sql.ts'
import { stepTimes, type Step } from './question/step.ts'
import type { Tenant } from './question/tenant.ts'

export type Direction = 'asc' | 'desc'
/** Start of the step as ISO text, the value, and the number of views behind it. */
type Point = [time: string, value: number | null, views: number]

const Row = z.object({ step: z.number(), value: z.number().nullable(), views: z.number() })

interface Timeseries {
  points: Point[]
  /** The largest relative error of the values; undefined when they are exact. */
  approximate: number | undefined
}

/** Returns every step; a step without views is a gap, not a zero. */
export const askTimeseries = async (...asked: Parameters<typeof askSteps>): Promise<Point[]> =>
  (await askSteps(...asked)).points

/** The same, with how exact it is. */
export const askSteps = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  { step, direction = 'asc' }: { step: Step; direction?: Direction },
): Promise<Timeseries> => {
  const definition = measured(metric, measurement)
  const { bucket } = definition.metric
  const parts = distinct(partsOf(definition.formula, 'pieces'))
  const planned = await plannedParts(tenant, question, { bucket, parts, step })
  const query = timeseriesQuery(tenant, definition, question, step, planned)
  const rows = await cachedRows(tenant, Row, query, question)
  const bySecond = new Map(rows.map((row) => [row.step, row]))
  const points = stepTimes(question.timeframe, step).map((time): Point => {
    const row = bySecond.get(time / 1_000)
    return [isoSecond(time), row?.value ?? null, row?.views ?? 0]
  })
  const approximate = approximationOf(definition.formula, question, planned)
  return { points: direction === 'asc' ? points : points.toReversed(), approximate }
}

export const isoSecond = (milliseconds: number): string => {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

export const timeseriesQuery = (
  tenant: Tenant,
  { formula, metric }: Measured,
  question: Question,
  step: Step,
  planned?: PlannedParts,
): SqlFragment => {
  const source = sourceOf(tenant, question, metric.bucket, planned)
  const parts = distinct(partsOf(formula, source.kind))
  return sql`SELECT step, ${valueOf(formula, source.kind, aliasOf)} AS value, ${validViewsOf(formula, aliasOf)} AS views
    FROM (SELECT ${source.stepOf(step)} AS step, ${selected(parts, source.kind)} ${source.rows} GROUP BY step)
    ORDER BY step ${settings}`
}
