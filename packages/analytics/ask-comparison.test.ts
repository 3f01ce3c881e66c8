import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { expect, test } from 'vitest'
import { askComparison } from './ask-comparison.sql.ts'
import type { Question } from './question/question-shape.ts'

const real = await makeTestClickHouse()
const now = Date.now()
const question: Question = {
  timeframe: { start: new Date(now - 3_600_000), end: new Date(now), isHistorical: false },
  filters: [],
  metricFilters: [],
}

/** The real client, on an engine that runs out of memory for percentiles of more than this many columns at once. */
const cramped = (most: number): ClickHouse => ({
  ...real,
  rows: (Row, query, options) =>
    columnsIn(query.text).size > most
      ? Promise.reject(Object.assign(new Error('full'), { type: 'MEMORY_LIMIT_EXCEEDED' }))
      : real.rows(Row, query, options),
})

function columnsIn(text: string): Set<string> {
  const found = text.matchAll(/quantilesExactInclusive\([^)]*\)\((.+?)\)/g)
  return new Set([...found].map(([, column]) => column!))
}

test('metrics whose percentiles do not fit into memory at once are asked part by part, and say the same', async () => {
  const id = randomUUID()
  await aViewFactory(real, { id })(
    { video_startup_time: 400, viewer_id: 'ann' },
    { video_startup_time: 900, playback_failure: true },
    { rebuffer_duration: 3000, viewer_experience_score: 0.5 },
  )
  const whole = await askComparison({ id, clickhouse: real }, question)
  const inParts = await askComparison({ id, clickhouse: cramped(4) }, question)
  expect(whole.values.filter(({ value }) => value !== null).length).toBeGreaterThan(20)
  expect(inParts).toEqual(whole)
  await expect(askComparison({ id, clickhouse: cramped(0) }, question)).rejects.toThrow('full')
})
