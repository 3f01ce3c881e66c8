import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { storedRow } from '@playhead/audience/row/stored-row.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { evaluate } from './evaluate.ts'
import { foldSession, startAt } from './fold-session.ts'

const clickhouse = await makeTestClickHouse()
const tenant = { id: randomUUID(), clickhouse }
const seed = Number(process.env.PLAYHEAD_TEST_FIRST_SEED ?? 1)
const sessionCount = 400
const dayMs = 86_400_000

const question = {
  timeframe: {
    start: new Date(startAt - dayMs),
    end: new Date(startAt + dayMs),
    isHistorical: false,
  },
  filters: [],
  metricFilters: [],
}

let model: ViewRow[] = []

beforeAll(async () => {
  const sessions = Array.from({ length: sessionCount }, (_, index) =>
    foldSession(seed, index, tenant.id),
  )
  model = sessions.flatMap(({ expected }) => (expected === null ? [] : [expected]))
  const found = sessions.flatMap((one) => (one.found === null ? [] : [one.found]))
  await clickhouse.insert('views', found.map(storedRow))
})

/** The collector's averages of bitrate and live latency use clocks that differ a little. */
const tolerances: Partial<Record<MetricId, number>> = {
  weighted_average_bitrate: 0.01,
  live_stream_latency: 0.01,
}
const usualTolerance = 0.0005

const cases = metricIds.flatMap((id) =>
  (Object.entries(metrics[id].measurements) as [Measurement, Formula][]).map(
    ([measurement, formula]) => ({ id, measurement, formula }),
  ),
)

describe(`the answers for folded views equal the formulas for their plans, seed ${seed}`, () => {
  test.each(cases)('$id $measurement', async ({ id, measurement, formula }) => {
    const { value } = await askOverall(tenant, id, measurement, question)
    const expected = evaluate(formula, model)
    expect(value === null).toBe(expected === null)
    const allowed = Math.abs(expected ?? 0) * (tolerances[id] ?? usualTolerance) + 1e-9
    expect(Math.abs((value ?? 0) - (expected ?? 0))).toBeLessThanOrEqual(allowed)
  })

  test('the views of all of them are there, started or not', async () => {
    const { total_views: count } = await askOverall(tenant, 'views', 'count', question)
    expect(count).toBe(model.length)
    expect(model.length).toBeGreaterThan(sessionCount / 2)
    expect(model.some(({ watched }) => !watched)).toBe(true)
  })
})
