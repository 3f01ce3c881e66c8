import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { StepRange } from '../monitoring/steps.ts'

const Row = z.object({ step: z.number(), collectors: z.number() })

/** How many collectors wrote each step; steps that none wrote are missing. */
export const askSampledSteps = async (
  clickhouse: ClickHouse,
  { first, last }: StepRange,
  signal?: AbortSignal,
): Promise<Map<number, number>> => {
  const rows = await clickhouse.rows(
    Row,
    sql`
    SELECT toUnixTimestamp(sampled_at) AS step, toUInt32(uniqExact(collector)) AS collectors
    FROM sampled_steps
    WHERE sampled_at >= toDateTime(${uint(first)}, 'UTC')
      AND sampled_at <= toDateTime(${uint(last)}, 'UTC')
    GROUP BY sampled_at`,
    { maximumSeconds: 5, ...(signal && { signal }) },
  )
  return new Map(rows.map(({ step, collectors }) => [step, collectors]))
}
