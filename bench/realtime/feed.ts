import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { generateSamples } from './generate-samples.sql.ts'

const halfStepMs = 2_500

/** Writes the samples of an audience at the end of each half step, as the collector does; `written` has the moments. */
export const startFeed = (clickhouse: ClickHouse, environmentId: string, viewers: number) => {
  const written = new Map<string, number>()
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      const due = (Math.floor(Date.now() / halfStepMs) + 1) * halfStepMs
      await pause(due + 20 - Date.now())
      const isEarly = due % (2 * halfStepMs) !== 0
      const first = (isEarly ? due - halfStepMs : due - 2 * halfStepMs) / 1000
      const given = { environmentId, viewers, first, steps: 1 }
      await generateSamples(clickhouse, given, isEarly ? 'early_samples' : 'samples')
      written.set(`${first} ${isEarly}`, Date.now())
    }
  }
  const running = run()
  running.catch(() => undefined)
  return {
    written,
    stop: () => {
      stopped.abort()
      return running.catch(() => undefined)
    },
  }
}
