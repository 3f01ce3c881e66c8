import { sql } from '@playhead/clickhouse/sql.ts'
import { float, int } from '@playhead/clickhouse/typed-value.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { viewColumns } from '@playhead/metrics/view-columns.ts'
import { z } from 'zod'
import { cachedRows } from './cache/query-cache.ts'
import { conditionOf, viewsSource } from './source/condition.sql.ts'
import type { Question } from './question/question-shape.ts'
import { settings } from './source/source.sql.ts'
import type { Tenant } from './question/tenant.ts'

interface ValueBucket {
  start: number
  /** Exclusive; null for the last bucket, which has no upper bound. */
  end: number | null
  count: number
}

const bucketsAimedAt = 20
const Bounds = z.object({
  views: z.number(),
  least: z.number().nullable(),
  nearly_all: z.number().nullable(),
})
const Bucket = z.object({ bucket: z.number(), views: z.number() })

/** The column with a view's value of the metric, if that is a number; counts of views and shares of flags have none. */
export const numberOfView = (id: MetricId): string | undefined => {
  const { filterColumn }: Metric = metrics[id]
  const kind = filterColumn && viewColumns[filterColumn]
  return kind === 'flag' || kind === 'maybeFlag' ? undefined : filterColumn
}

/** Counts views per value, in buckets of a round width; the few largest values share the last bucket. */
export const askValueHistogram = async (
  tenant: Tenant,
  metric: MetricId,
  column: string,
  question: Question,
): Promise<{ buckets: ValueBucket[]; views: number }> => {
  const value = sql.identifier(column)
  const { bucket: moment } = metrics[metric] as Metric
  const rows = sql`FROM ${viewsSource} WHERE ${conditionOf(tenant, question, { bucket: moment })} AND ${value} IS NOT NULL`
  const [bounds] = await cachedRows(
    tenant,
    Bounds,
    sql`SELECT count() AS views, min(${value}) AS least, quantileExact(0.99)(${value}) AS nearly_all ${rows} ${settings}`,
    question,
  )
  if (!bounds || bounds.views === 0) return { buckets: [], views: 0 }
  const [least, nearlyAll] = [bounds.least ?? 0, bounds.nearly_all ?? 0]
  const width = widthOf(least, nearlyAll)
  const first = Math.floor(least / width)
  const last = Math.floor(nearlyAll / width) - first + 1
  const counted = await cachedRows(
    tenant,
    Bucket,
    sql`SELECT toInt64(least(floor(${value} / ${float(width)}), ${float(first + last)})) - ${int(first)} AS bucket, count() AS views
      ${rows} GROUP BY bucket ${settings}`,
    question,
  )
  const counts = new Map(counted.map(({ bucket, views }) => [bucket, views]))
  const edge = (index: number) => Number(((first + index) * width).toPrecision(12))
  const buckets = Array.from({ length: last + 1 }, (_, index) => ({
    start: edge(index),
    end: index === last ? null : edge(index + 1),
    count: counts.get(index) ?? 0,
  }))
  return {
    buckets: buckets.at(-1)?.count === 0 ? buckets.slice(0, -1) : buckets,
    views: bounds.views,
  }
}

/** Values that differ only by rounding count as equal, so buckets are never that narrow. */
function widthOf(least: number, nearlyAll: number): number {
  const narrowest = Math.max(Math.abs(least), Math.abs(nearlyAll)) * 1e-9
  const width = (nearlyAll - least) / bucketsAimedAt
  return roundWidth(width > narrowest ? width : Math.max(narrowest, 1))
}

/** 1, 2 or 5 times a power of ten. */
function roundWidth(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return ([1, 2, 5].find((step) => step * power >= atLeast) ?? 10) * power
}
