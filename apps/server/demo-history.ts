import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Audience } from '@playhead/audience/audience.ts'
import { type HistoryFacts, historyRows, type Stretch } from '@playhead/audience/history.ts'
import { ndjson } from '@playhead/clickhouse/ndjson.ts'
import type { App } from '@playhead/server-kit/app.ts'

const rowsPerInsert = 2_000

interface HistoryTarget {
  audience: Audience
  facts: Omit<HistoryFacts, 'writtenAt'>
}

interface Filling {
  app: App
  target: HistoryTarget
  signal: AbortSignal
  /** Everything from this time on is stored. */
  reached: (backTo: number) => Promise<void>
}

/** Writes the views of a time range, newest first, in steps so small that the program stays responsive. */
export const fillHistory = async (stretch: Stretch, { app, target, signal, reached }: Filling) => {
  const facts = { ...target.facts, writtenAt: app.clock.now().getTime() }
  let rows: object[] = []
  let count = 0
  const write = async (backTo: number) => {
    if (rows.length > 0) await app.clickhouse.insert('views', ndjson(rows))
    count += rows.length
    rows = []
    await reached(backTo)
  }
  for (const slot of historyRows(target.audience, stretch, facts)) {
    if (signal.aborted) return count
    rows.push(...slot.rows)
    if (rows.length >= rowsPerInsert) await write(slot.reachedBackTo)
    await yieldToOthers()
  }
  await write(stretch.from)
  return count
}
