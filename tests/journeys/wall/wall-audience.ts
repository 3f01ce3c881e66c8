import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'

const countries = ['DE', 'US', 'SE', 'BR', 'FR', 'GB', 'JP', 'AU', 'IN', 'ZA']
const views = Array.from({ length: 200 }, () => randomUUID())

export const titleOf = (step: number, at: number) => `Title ${at} of ${Math.floor(step / 60)}`

/** Two hundred viewers who do something else at each step, of other titles every minute. */
export const anAudience = (clickhouse: ClickHouse, environment: { id: string }) => {
  const add = aSampleFactory(clickhouse, environment)
  return (step: number) =>
    add(
      step,
      ...views.map((view_id, at) => {
        const hash = (at * 31 + (step / 5) * 17) % 97
        return {
          view_id,
          viewer_id: view_id,
          is_watching: hash % 13 !== 0,
          is_starting_up: hash % 13 === 0,
          started: hash % 7 === 0,
          failed: hash % 31 === 0,
          rebuffer_ms: hash % 5 === 0 ? hash * 20 : 0,
          bitrate: 800_000 + hash * 50_000,
          video_startup_time: hash % 7 === 0 ? hash * 90 : null,
          country: countries[(at * at + hash) % countries.length],
          video_title: titleOf(step, Math.floor(Math.sqrt(at))),
        }
      }),
    )
}
