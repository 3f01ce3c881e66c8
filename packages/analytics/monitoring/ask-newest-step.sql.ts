import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import { newestEndedStep, stepSeconds } from './steps.ts'
import { cachedRowsFrom } from '../cache/query-cache.ts'

/** The collector writes the samples of a step within this time after its end. */
const writingSeconds = 2

const SeenRow = z.object({ environment: z.string(), step: z.number(), is_early: z.boolean() })

export interface NewestStep {
  /** Epoch seconds. */
  newest: number
  isEarly: boolean
}

/** One environment's steps that have samples, among the running and the ended one. */
type Seen = (step: number, isEarly: boolean) => boolean

const stepsAt = (now: Date) => {
  const ended = newestEndedStep(now)
  return { ended, running: ended + stepSeconds }
}

/**
 * The newest step with samples. A running step counts from its middle on, with the samples of its first half; an ended
 * step counts with all samples. Right after the end these may not be written yet; until then the first half is used, or
 * else the previous step. MONI-017
 */
const newestOf = (has: Seen, now: Date): NewestStep => {
  const { ended, running } = stepsAt(now)
  if (has(running, true)) return { newest: running, isEarly: true }
  const isWritten = now.getTime() / 1000 - running >= writingSeconds
  if (has(ended, false) || isWritten) return { newest: ended, isEarly: false }
  if (has(ended, true)) return { newest: ended, isEarly: true }
  return { newest: ended - stepSeconds, isEarly: false }
}

/** Whether this is all that can be there now: the first half of the running step from its middle on. */
export const isDue = ({ newest, isEarly }: NewestStep, now: Date): boolean => {
  const { ended, running } = stepsAt(now)
  const isSecondHalf = now.getTime() / 1000 - running >= stepSeconds / 2
  return isSecondHalf ? newest === running && isEarly : newest === ended && !isEarly
}

const recentSteps = (environmentIds: readonly string[], now: Date) => {
  const { ended, running } = stepsAt(now)
  const recent = sql`
    environment_id IN (SELECT toUUID(arrayJoin(${environmentIds})))
      AND sampled_at >= toDateTime(${uint(ended)}, 'UTC')
      AND sampled_at <= toDateTime(${uint(running)}, 'UTC')`
  const columns = sql`toString(environment_id) AS environment, toUnixTimestamp(sampled_at) AS step`
  return sql`
    SELECT DISTINCT ${columns}, false AS is_early FROM samples WHERE ${recent}
    UNION ALL
    SELECT DISTINCT ${columns}, true AS is_early FROM early_samples WHERE ${recent}`
}

/** The newest step of several environments together. */
export const askNewestStep = async (
  clickhouse: ClickHouse,
  environmentIds: readonly string[],
  now: Date,
): Promise<NewestStep> => {
  if (environmentIds.length === 0) return { newest: newestEndedStep(now), isEarly: false }
  const seen = await cachedRowsFrom(
    'samples',
    { clickhouse },
    SeenRow,
    recentSteps(environmentIds, now),
    undefined,
  )
  return newestOf(
    (step, isEarly) => seen.some((row) => row.step === step && row.is_early === isEarly),
    now,
  )
}

/** Without samples, nothing has been watched in the last steps. */
export interface SeenStep extends NewestStep {
  hasSamples: boolean
}

/** The newest step of each environment, read now. */
export const askNewestSteps = async (
  clickhouse: ClickHouse,
  environmentIds: readonly string[],
  now: Date,
): Promise<Map<string, SeenStep>> => {
  const rows = await clickhouse.rows(SeenRow, recentSteps(environmentIds, now), {
    maximumSeconds: 5,
  })
  const seen = new Set(rows.map((row) => `${row.environment} ${row.step} ${row.is_early}`))
  const withSamples = new Set(rows.map(({ environment }) => environment))
  return new Map(
    environmentIds.map((id) => [
      id,
      {
        ...newestOf((step, isEarly) => seen.has(`${id} ${step} ${isEarly}`), now),
        hasSamples: withSamples.has(id),
      },
    ]),
  )
}
