import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { newestEndedStep, stepSeconds } from './steps.ts'
import { answerFrom } from '../answer.ts'

/** The collector needs this long at most to write down a step that ended. */
const writingSeconds = 2

const SeenRow = z.object({ step: z.number(), is_early: z.boolean() })

export interface NewestStep {
  /** Epoch seconds. */
  newest: number
  isEarly: boolean
}

/**
 * The newest step of which there are samples: the running one from its middle on, by what it holds until then, and the
 * one that ended by all of it. In the moment after its end that may still be on its way; until it is there its first
 * half answers on, or the step before it. MONI-017
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
  const seen = await answerFrom(
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
