import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import { measured, type Measured } from './question/definition.ts'
import { plannedParts } from './pieces/planned-parts.ts'
import type { PlannedParts } from './pieces/piece-source.sql.ts'
import { approximationOf } from './source/approximation.ts'
import { aliasOf, distinct, partsOf, selected, totalParts, valueOf } from './source/parts.sql.ts'
import type { Question } from './question/question-shape.ts'
import { settings, sourceOf } from './source/source.sql.ts'
import type { Tenant } from './question/tenant.ts'

const Overall = z.object({
  value: z.number().nullable(),
  total_views: z.number(),
  total_watch_time: z.number(),
  total_playing_time: z.number(),
})

interface Answer extends z.infer<typeof Overall> {
  /** The largest relative error of the value; undefined when it is exact. */
  approximate: number | undefined
}

/** Totals cover all views of the question, also those without a value. `isExact` reads percentiles from the views. */
export const askOverall = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  { isExact = false } = {},
): Promise<Answer> => {
  const definition = measured(metric, measurement)
  const { bucket } = definition.metric
  const isOfViews =
    question.sampleOf !== undefined || (isExact && definition.formula.kind === 'quantile')
  const parts = distinct([...partsOf(definition.formula, 'pieces'), ...totalParts])
  const planned = isOfViews ? undefined : await plannedParts(tenant, question, { bucket, parts })
  const query = overallQuery(tenant, definition, question, planned)
  const [row] = await cachedRows(tenant, Overall, query, question)
  const approximate = approximationOf(definition.formula, question, planned)
  return { ...(row ?? nothing), approximate }
}

const nothing = { value: null, total_views: 0, total_watch_time: 0, total_playing_time: 0 }

export const overallQuery = (
  tenant: Tenant,
  { formula, metric }: Measured,
  question: Question,
  planned?: PlannedParts,
): SqlFragment => {
  const source = sourceOf(tenant, question, metric.bucket, planned)
  const parts = distinct([...partsOf(formula, source.kind), ...totalParts])
  const [views, watchTime, playingTime] = totalParts.map(aliasOf)
  return sql`SELECT ${valueOf(formula, source.kind, aliasOf)} AS value, ${views!} AS total_views,
    ${watchTime!} AS total_watch_time, ${playingTime!} AS total_playing_time
    FROM (SELECT ${selected(parts, source.kind)} ${source.rows}) ${settings}`
}
