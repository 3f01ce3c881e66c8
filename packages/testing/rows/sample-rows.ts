import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'

interface GivenSample {
  view_id?: string
  is_watching?: boolean
  is_starting_up?: boolean
  started?: boolean
  failed?: boolean
  startup_failed?: boolean
  exited_before_start?: boolean
  watch_ms?: number
  rebuffer_ms?: number
  bitrate?: number | null
  video_startup_time?: number | null
  asn?: number | null
  asn_name?: string | null
  view_has_ad?: boolean
  [dimension: string]: string | number | boolean | null | undefined
}

/**
 * Writes samples of one environment for a step, given as epoch seconds. By default a sample is a view that played all
 * five seconds of it.
 */
export const aSampleFactory =
  (
    clickhouse: ClickHouse,
    environment: { id: string },
    table: 'samples' | 'early_samples' = 'samples',
  ) =>
  async (step: number, ...given: GivenSample[]): Promise<void> => {
    await clickhouse.insert(
      table,
      given.map((sample) => ({
        environment_id: environment.id,
        sampled_at: step,
        view_id: randomUUID(),
        is_watching: true,
        is_starting_up: false,
        started: false,
        failed: false,
        startup_failed: false,
        exited_before_start: false,
        watch_ms: 5000,
        rebuffer_ms: 0,
        bitrate: null,
        video_startup_time: null,
        view_has_ad: false,
        ...sample,
      })),
    )
  }

/** Notes that a collector ran through these steps, given as epoch seconds. */
export const insertSampledSteps = (
  clickhouse: ClickHouse,
  steps: readonly number[],
  collector: string = randomUUID(),
) =>
  clickhouse.insert(
    'sampled_steps',
    steps.map((step) => ({ sampled_at: step, collector })),
  )
