import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { float } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { histogramOf, histogramQuantile } from './histogram.sql.ts'

const Row = z.object({
  exact: z.number().nullable(),
  estimated: z.number().nullable(),
  buckets: z.array(z.number()),
  counts: z.array(z.number()),
})

/** The percentile of these numbers, the same from their histogram, and the histogram. */
export const readQuantile = async (
  clickhouse: ClickHouse,
  numbers: readonly number[],
  level: number,
) => {
  const [row] = await clickhouse.rows(
    Row,
    sql`SELECT if(count() = 0, NULL, quantileExactInclusive(${float(level)})(number)) AS exact, ${histogramOf(sql`number`)} AS histogram,
        ${histogramQuantile(sql`histogram`, level)} AS estimated, mapKeys(histogram) AS buckets, mapValues(histogram) AS counts
      FROM (SELECT toFloat64(arrayJoin(${numbers.map(String)})) AS number)`,
  )
  return row!
}
