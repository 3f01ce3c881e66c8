import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { measuresOf } from '../pieces/measures.ts'
import type { ValuesPlan } from '../pieces/values/plan-values.ts'
import { valueRows } from '../pieces/values/value-rows.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { aliasOf, part, totalOf, totalParts } from '../source/parts.sql.ts'
import { settings } from '../source/source.sql.ts'
import { summedColumn } from './ask-piece-impacts.sql.ts'
import type { Quantile } from './ask-quantile-impacts.sql.ts'

const Row = z.object({
  place: z.number(),
  /** As pieces store it. */
  stored: z.string(),
  views: z.number(),
  total_views: z.number(),
  total_watch_time: z.number(),
  total_playing_time: z.number(),
  all_views: z.number(),
  all_watch_time: z.number(),
})

/** A value that some of the views with a value of the metric share, and what these and all of them add up to. */
export interface PieceValue extends Omit<z.infer<typeof Row>, 'place'> {
  dimension: DimensionId
}

/** The values of the planned dimensions that have more than a given share of the views, and not all of them. */
export const askPieceValues = async (
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  planned: Pick<ValuesPlan, 'bucket' | 'plans'>,
  leastShare: number,
): Promise<PieceValue[]> => {
  const dimensions = planned.plans.flatMap((plan) => plan.dimensions)
  const query = pieceValuesQuery(tenant, definition.formula, planned, { dimensions, leastShare })
  const rows = await cachedRows(tenant, Row, query, question)
  return rows.map(({ place, ...row }) => ({ dimension: dimensions[place]!, ...row }))
}

interface Wanted {
  dimensions: readonly DimensionId[]
  leastShare: number
}

function pieceValuesQuery(
  tenant: Tenant,
  formula: Quantile,
  planned: Pick<ValuesPlan, 'bucket' | 'plans'>,
  { dimensions, leastShare }: Wanted,
): SqlFragment {
  const count = part('count', formula.column)
  const parts = [count, ...totalParts]
  const measures = measuresOf(parts)
  if (measures === undefined) throw new Error('Pieces do not have all parts of the question.')
  const columns = parts.map(summedColumn)
  const rows = valueRows(tenant, { ...planned, dimensions, measures, columns })
  const summed = columns.map(({ name }) => sql`sum(${name}) AS ${name}`)
  const [allViews, watchTime, playingTime] = totalParts
  const totals = [count, watchTime!].map(
    (each) => sql`sum(${aliasOf(each)}) OVER (PARTITION BY place) AS ${totalOf(each)}`,
  )
  const [views, all] = [aliasOf(count), totalOf(count)]
  return sql`SELECT place, stored, ${views} AS views, ${aliasOf(allViews!)} AS total_views, ${aliasOf(watchTime!)} AS total_watch_time,
      ${aliasOf(playingTime!)} AS total_playing_time, ${all} AS all_views, ${totalOf(watchTime!)} AS all_watch_time
    FROM (SELECT *, ${sql.join(totals)}
      FROM (SELECT place, value AS stored, ${sql.join(summed)} FROM (${rows}) GROUP BY place, value))
    WHERE ${views} > ${all} * ${float(leastShare)} AND ${views} < ${all} ${settings}`
}
