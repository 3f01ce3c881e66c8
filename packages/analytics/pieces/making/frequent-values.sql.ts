import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { histogramRules, type PiecesOf } from '../piece.ts'

export interface FrequentValue {
  dimension: DimensionId
  /** As in the table. */
  value: string
}

const Row = z.object({ dimension: z.string(), value: z.string() })

/** The values of these dimensions that many views of a day share, from the sums that were just made of it. */
export const readFrequentValues = async (
  clickhouse: ClickHouse,
  { environmentId, bucket, tier }: PiecesOf,
  version: number,
  dimensions: readonly DimensionId[],
): Promise<FrequentValue[]> => {
  if (dimensions.length === 0) return []
  const rows = await clickhouse.rows(
    Row,
    sql`SELECT dimension, value FROM (SELECT dimension, value, sum(n) AS own, sum(own) OVER (PARTITION BY dimension) AS whole
        FROM view_pieces
        WHERE environment_id = toUUID(${environmentId}) AND bucket = ${bucket} AND tier = ${tier} AND dimension IN ${dimensions}
          AND measure = 'views' AND version = ${uint(version)}
        GROUP BY dimension, value)
      WHERE own >= whole * ${float(histogramRules.frequentShare)}
      ORDER BY dimension, value`,
  )
  return rows.map(({ dimension, value }) => ({ dimension: dimension as DimensionId, value }))
}
