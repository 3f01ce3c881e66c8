import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'
import { askNewestStep } from './ask-newest-step.sql.ts'
import { dimensionValue, samplesOf } from './monitoring-dimension.sql.ts'
import type { Watched } from './monitoring-question.ts'
import { endOf } from './steps.ts'

/** The dimensions by which views can be counted. */
export type CountedDimension = 'asset_id' | 'live_stream_id' | 'playback_id' | 'video_id'

export interface Counted {
  dimension: CountedDimension
  value: string
  /** Views with one of these count too: players elsewhere report no more than the address that they play. */
  playbackIds: readonly string[]
}

const isCounted = ({ dimension, value, playbackIds }: Counted) =>
  sql.join(
    [
      sql`ifNull(${dimensionValue(dimension)} = ${value}, false)`,
      ...playbackIds.map((id) => sql`ifNull(playback_id = ${id}, false)`),
    ],
    ' OR ',
  )

const CountsRow = z.object({ views: z.number(), viewers: z.number() })

/** The number of running views of one video in the newest step, and of their viewers. */
export const askViewerCounts = async (
  environment: Watched,
  counted: Counted,
  now: Date,
): Promise<z.infer<typeof CountsRow> & { countedAt: Date }> => {
  const { clickhouse, id } = environment
  const { newest, isEarly } = await askNewestStep(clickhouse, [id], now)
  const range = { first: newest, last: newest, isLastEarly: isEarly }
  // A view without a viewer id counts as one viewer.
  const [row] = await cachedRowsFrom(
    'samples',
    environment,
    CountsRow,
    sql`
    SELECT countIf(is_watching) AS views, uniqExactIf(ifNull(viewer_id, view_id), is_watching) AS viewers
    ${samplesOf(environment, range, [])} AND (${isCounted(counted)})`,
    undefined,
  )
  return { ...(row ?? { views: 0, viewers: 0 }), countedAt: endOf({ newest, isEarly }) }
}
