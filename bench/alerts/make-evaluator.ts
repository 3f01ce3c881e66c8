import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { Evaluator } from '@playhead/features/data/alerts/server'
import type { Database } from '@playhead/postgres/client.ts'
import { fillSlots } from '@playhead/server-kit/slot.ts'

/** An evaluator whose time is given, in epoch seconds. */
export const makeEvaluator = (postgres: Database, clickhouse: ClickHouse) => {
  let now = new Date()
  const clock = { now: () => now }
  const evaluator = new Evaluator({ postgres, clickhouse, clock, slots: fillSlots([]) })
  return {
    judgeAt: (epochSeconds: number) => {
      now = new Date(epochSeconds * 1000)
      return evaluator.judgeReady()
    },
  }
}
