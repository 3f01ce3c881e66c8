import { afterEach, describe, expect, test } from 'vitest'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { searchHistory } from './search-history.ts'
import { settingsPath, startSearching } from './testing-searched-world.ts'

const { call, clock, database, make, makeHistory, setUp } = await startSearching()
const day = 24 * 3_600
// Those of other tests need no search any more.
afterEach(() => setColumn(database, 'anomaly_settings', 'is_enabled', false, {}))

describe('the search for anomalies', () => {
  if (isLongRun())
    test('ALRT-013 finds a CDN that breaks in one country, names both, and closes it once it is well', async () => {
      const { token, from, pass, incidents, mostTransactions } = await setUp({ count: 150 })
      await pass(2)
      expect(await incidents()).toEqual([])
      const isBroken = ({ cdn, country }: { cdn: string; country: string }) =>
        cdn === 'fastly' && country === 'DE'
      await pass(1, isBroken)
      expect(await incidents()).toEqual([])
      await pass(1, isBroken)
      const [open, ...others] = await incidents('?status=open&type=anomaly')
      expect(others).toEqual([])
      expect(open).toMatchObject({
        type: 'anomaly',
        measurement: 'playback_failure_percentage',
        start_time: from + 600,
        alert_rule: null,
        anomaly: { area: 'above', sensitivity: 'medium', window_duration: 300 },
      })
      const values = open.breakdowns.map(({ value }: { value: string }) => value)
      expect(values.toSorted()).toEqual(['DE', 'fastly'])
      expect(open.description).toMatch(/^Playback failures? .*unusually high: /iu)
      expect(open.anomaly.usual).toBeLessThan(3)
      expect(open.metric_on_trigger).toBeGreaterThan(open.anomaly.limit)
      const points = await call(`/ui/v1/alert-incidents/${open.id}/points`, { token })
      expect(points.body.data.at(-1)).toEqual({
        time: from + 900,
        metric_value: open.metric_on_trigger,
      })
      await pass(6)
      expect(await incidents('?status=closed')).toMatchObject([
        { id: open.id, resolution_reason: 'data_triggered_resolution', end_time: from + 1_200 },
      ])
      expect(mostTransactions()).toBe(0)
    })

  test('without 14 days of views nothing is judged, and the settings say how many days are missing', async () => {
    const { token, pass, incidents } = await setUp({ count: 90, weeks: 1 })
    await pass(3, ({ cdn }) => cdn === 'fastly')
    expect(await incidents()).toEqual([])
    const { body } = await call(settingsPath, { token })
    expect(body.data).toMatchObject({ is_enabled: true, history_days: 7, missing_days: 7 })
  })
})

describe('the days before the search was switched on', () => {
  test('are left alone unless they are asked for, and are searched once', async () => {
    const { search, turn, incidents } = await makeHistory()
    await turn({ is_enabled: true })
    await search.judgeReady()
    expect(await incidents()).toEqual([])
    await turn({ is_enabled: false })
    // What was judged already is not judged again.
    const again = await turn({ is_enabled: true, look_back_days: 7 })
    expect(again.body.data.looks_back_until).toBeNull()
    for (const days of [-1, 8, 1.5])
      expect((await turn({ is_enabled: true, look_back_days: days })).status).toBe(400)
  })

  test('of a world whose history was just made are searched unless a person has decided already', async () => {
    const { environment, turn, token } = await makeHistory()
    const place = { id: environment.id, postgres: database }
    await searchHistory(place, clock.now())
    const { body } = await call(settingsPath, { token })
    expect(body.data).toMatchObject({ is_enabled: true, sensitivity: 'medium' })
    expect(body.data.looks_back_until - body.data.judged_until).toBe(7 * day)
    await turn({ is_enabled: false })
    await searchHistory(place, clock.now())
    expect((await call(settingsPath, { token })).body.data).toMatchObject({ is_enabled: false })
  })
})

test('only admins change the settings', async () => {
  const { environment } = await setUp({ count: 1 })
  const token = await make.accessToken(environment, ['data:read'])
  expect((await call(settingsPath, { token })).status).toBe(200)
  const refused = await call(settingsPath, { token, method: 'PATCH', body: { is_enabled: true } })
  expect(refused.status).toBe(403)
})
