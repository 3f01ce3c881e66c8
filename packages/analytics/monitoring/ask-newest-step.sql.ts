import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { newestEndedStep, stepSeconds } from './steps.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

/** The collector writes the samples of a step within this time after its end. */
const writingSeconds = 2

const SeenRow = z.object({ step: z.number(), is_early: z.boolean() })

export interface NewestStep {
  /** Epoch seconds. */
  newest: number
  isEarly: boolean
}

/**
 * The newest step with samples. A running step counts from its middle on, with the samples of its first half; an ended
 * step counts with all samples. Right after the end these may not be written yet; until then the first half is used, or
 * else the previous step. MONI-017
 */
export const askNewestStep = async (
  clickhouse: ClickHouse,
  environmentIds: readonly string[],
  now: Date,
): Promise<NewestStep> => {
  const ended = newestEndedStep(now)
  const running = ended + stepSeconds
  const whole = { newest: ended, isEarly: false }
  if (environmentIds.length === 0) return whole
  const recent = sql`
    environment_id IN (SELECT toUUID(arrayJoin(${environmentIds})))
      AND sampled_at >= toDateTime(${uint(ended)}, 'UTC')
      AND sampled_at <= toDateTime(${uint(running)}, 'UTC')`
  const seen = await cachedRowsFrom(
    'samples',
    { clickhouse },
    SeenRow,
    sql`
    SELECT DISTINCT toUnixTimestamp(sampled_at) AS step, false AS is_early FROM samples WHERE ${recent}
    UNION ALL
    SELECT DISTINCT toUnixTimestamp(sampled_at) AS step, true AS is_early FROM early_samples WHERE ${recent}`,
    undefined,
  )
  const has = (step: number, isEarly: boolean) =>
    seen.some((row) => row.step === step && row.is_early === isEarly)
  if (has(running, true)) return { newest: running, isEarly: true }
  const isWritten = now.getTime() / 1000 - running >= writingSeconds
  if (has(ended, false) || isWritten) return whole
  if (has(ended, true)) return { newest: ended, isEarly: true }
  return { newest: ended - stepSeconds, isEarly: false }
}
