import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { testClickHouse } from '@playhead/testing/clickhouse.ts'
import { viewFactory } from '@playhead/testing/view-rows.ts'
import { expect, test } from 'vitest'
import { askComparison } from './ask-comparison.sql.ts'
import type { Question } from './question-shape.ts'

const real = await testClickHouse()
const now = Date.now()
const question: Question = {
  timeframe: { start: new Date(now - 3_600_000), end: new Date(now), isHistorical: false },
  filters: [],
  metricFilters: [],
}

/** The real client on an engine that has no room for more than so many percentiles at once. */
const cramped = (most: number): ClickHouse => ({
  ...real,
  rows: (Row, query, options) =>
    query.text.split('quantileExactInclusive(').length - 1 > most
      ? Promise.reject(Object.assign(new Error('full'), { type: 'MEMORY_LIMIT_EXCEEDED' }))
      : real.rows(Row, query, options),
})

test('metrics whose percentiles do not fit into memory at once are asked part by part, and say the same', async () => {
  const id = randomUUID()
  await viewFactory(real, { id })(
    { video_startup_time: 400, viewer_id: 'ann' },
    { video_startup_time: 900, playback_failure: true },
    { rebuffer_duration: 3000, viewer_experience_score: 0.5 },
  )
  const whole = await askComparison({ id, clickhouse: real }, question)
  const inParts = await askComparison({ id, clickhouse: cramped(10) }, question)
  expect(whole.values.filter(({ value }) => value !== null).length).toBeGreaterThan(20)
  expect(inParts).toEqual(whole)
  await expect(askComparison({ id, clickhouse: cramped(3) }, question)).rejects.toThrow('full')
})
