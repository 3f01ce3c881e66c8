import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { aSampleFactory, insertSampledSteps } from '@playhead/testing/rows/sample-rows.ts'

const stepSeconds = 5

export interface Watching {
  viewers: number
  /** How many of them just failed, in each step. */
  failed?: number
  country?: string
}

/** Without collectors, nothing is known of the steps. */
export type Audience = readonly Watching[] | 'no collectors'

/** An audience whose time only the test moves; each step leaves what collectors would have written. */
export const anAudience = (
  clickhouse: ClickHouse,
  environment: { id: string },
  clock: { now: () => Date },
  startsAt: number,
) => {
  const add = aSampleFactory(clickhouse, environment)
  const collector = randomUUID()
  let at = startsAt
  const setClock = () => {
    // Three seconds after the end of the last step, so that it is ready whichever collectors wrote it.
    const now = new Date((at + 3) * 1000)
    clock.now = () => now
  }
  setClock()

  const write = async (steps: readonly number[], audience: Audience) => {
    if (audience === 'no collectors') return
    const samples = audience.flatMap(({ viewers, failed = 0, country = 'US' }) =>
      Array.from({ length: viewers }, (_, viewer) => ({ country, failed: viewer < failed })),
    )
    const ofSteps = steps.flatMap((step) => samples.map((one) => ({ ...one, sampled_at: step })))
    if (ofSteps.length > 0) await add(startsAt, ...ofSteps)
    await insertSampledSteps(clickhouse, steps, collector)
  }
  const stepsFrom = (first: number, seconds: number) =>
    Array.from({ length: seconds / stepSeconds }, (_, index) => first + index * stepSeconds)

  return {
    get at() {
      return at
    },
    /** Writes what is watched for some time; nothing is judged. */
    write: async (seconds: number, audience: Audience) => {
      await write(stepsFrom(at, seconds), audience)
      at += seconds
      setClock()
    },
    /** Writes what was watched in the last seconds, in which there had been no collectors. */
    writeLate: (seconds: number, audience: Audience) =>
      write(stepsFrom(at - seconds, seconds), audience),
    /** Moves the clock; nothing is written for the time between. */
    jump: (seconds: number) => {
      at += seconds
      setClock()
    },
    /** Moves the clock on until missing steps are not waited for any more. */
    wait: () => {
      const now = new Date((at + 11) * 1000)
      clock.now = () => now
    },
  }
}
