import { z } from 'zod'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import { conditionOf, type Question, viewsSource } from '../question/question.ts'
import type { Tenant } from '../question/tenant.ts'
import { bucketCountOf, heatmapOf } from './heatmap.ts'
import { cachedRows } from '../cache/query-cache.ts'

/** A title as the page reports it, or an asset that is hosted here. */
export interface Subject {
  kind: 'video_id' | 'video_title' | 'asset_id' | 'playback_id'
  id: string
}

interface Heatmap {
  values: number[]
  durationMs: number
  /** Views that played part of it; views that never started have no ranges. */
  views: number
}

const SummaryRow = z.object({ views: z.number(), duration: z.number(), farthest: z.number() })
const EdgeRow = z.object({
  bucket: z.number(),
  starts: z.number(),
  startSum: z.number(),
  ends: z.number(),
  endSum: z.number(),
})

const playedViews = (tenant: Tenant, { kind, id }: Subject, question: Question): SqlFragment => sql`
  FROM ${viewsSource}
  WHERE ${conditionOf(tenant, question, { bucket: 'view_start' })}
    AND ${sql.identifier(kind)} = ${id} AND notEmpty(playback_ranges)`

/** The duration that most views report; without any, as for live streams, the furthest position played. */
const summary = async (tenant: Tenant, subject: Subject, question: Question) => {
  const [row] = await cachedRows(
    tenant,
    SummaryRow,
    sql`
    SELECT count() AS views, ifNull(topK(1)(assumeNotNull(video_duration))[1], 0) AS duration,
      max(farthest_of_view) AS farthest
    FROM (
      SELECT if(video_duration > 0, video_duration, NULL) AS video_duration,
        arrayMax(range -> range.2, playback_ranges) AS farthest_of_view
      ${playedViews(tenant, subject, question)})`,
    question,
  )
  return row ?? { views: 0, duration: 0, farthest: 0 }
}

export const askHeatmap = async (
  tenant: Tenant,
  subject: Subject,
  question: Question,
): Promise<Heatmap> => {
  const { views, duration, farthest } = await summary(tenant, subject, question)
  const durationMs = duration || farthest
  if (views === 0 || durationMs === 0) return { values: [], durationMs: 0, views }
  const count = bucketCountOf(durationMs)
  const bucketOf = (edge: SqlFragment) =>
    sql`least(toUInt32(floor(${edge} / ${float(durationMs / count)})), toUInt32(${uint(count - 1)}))`
  const edges = await cachedRows(
    tenant,
    EdgeRow,
    sql`
    WITH played AS (
      SELECT least(range.1, ${uint(durationMs)}) AS began, least(range.2, ${uint(durationMs)}) AS ended
      FROM (SELECT arrayJoin(playback_ranges) AS range ${playedViews(tenant, subject, question)})
      WHERE range.2 > range.1)
    SELECT bucket, sum(is_start) AS starts, sum(is_start * edge) AS startSum,
      sum(1 - is_start) AS ends, sum((1 - is_start) * edge) AS endSum
    FROM (
      SELECT ${bucketOf(sql`began`)} AS bucket, 1 AS is_start, toFloat64(began) AS edge FROM played
      UNION ALL
      SELECT ${bucketOf(sql`ended`)} AS bucket, 0 AS is_start, toFloat64(ended) AS edge FROM played)
    GROUP BY bucket`,
    question,
  )
  return { values: heatmapOf(edges, { durationMs, views }), durationMs, views }
}
