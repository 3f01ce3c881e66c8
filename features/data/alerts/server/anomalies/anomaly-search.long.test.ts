import { afterEach, describe, expect, test } from 'vitest'
import { countRows, setColumn } from '@playhead/testing/rows/rows.ts'
import type { AnomalySearch } from './anomaly-search.ts'
import { settingsPath, startSearching } from './testing-searched-world.ts'

const { call, database, makeHistory, setUp } = await startSearching()
const day = 24 * 3_600
// Those of other tests need no search any more.
afterEach(() => setColumn(database, 'anomaly_settings', 'is_enabled', false, {}))

const isSearched = async (search: AnomalySearch, turn: () => Promise<boolean>) => {
  for (let runs = 0; runs < 10; runs += 1) {
    await search.judgeReady()
    if (await turn()) return runs + 1
  }
  throw new Error('The history was not searched in ten runs.')
}

describe('the search for anomalies', () => {
  test('an error is named by its code', async () => {
    const { pass, incidents } = await setUp({ count: 90 })
    const error = { error_type_id: 7_110_764_047_549_402, player_error_code: 'manifest-gone' }
    await pass(2, () => true, true, 90, error)
    expect(await incidents('?status=open')).toMatchObject([
      {
        description: 'Playback failures are unusually high: error manifest-gone',
        breakdowns: [{ id: 'error_type_id', value: '7110764047549402' }],
      },
    ])
  })

  test('a small audience is judged in windows of half an hour', async () => {
    const { pass, incidents } = await setUp({ count: 40 })
    await pass(6)
    expect(await incidents()).toEqual([])
    await pass(5, ({ cdn }) => cdn === 'fastly')
    expect(await incidents('?status=open')).toMatchObject([
      {
        measurement: 'playback_failure_percentage',
        breakdowns: [{ id: 'cdn', value: 'fastly' }],
        anomaly: { window_duration: 1_800 },
      },
    ])
  })

  test('an audience that halves is found, of all views, and closes once it is back', async () => {
    const { pass, incidents } = await setUp({ count: 150 })
    await pass(2, undefined, true, 40)
    const [open] = await incidents('?status=open')
    expect(open).toMatchObject({
      measurement: 'views',
      description: 'Views are unusually low',
      breakdowns: [],
      anomaly: { area: 'below' },
      impact: expect.stringMatching(/^40 views ended in 5 minutes, where 1[45]\d are usual\.$/),
    })
    expect(open.affected_views).toBeGreaterThan(100)
    await pass(7)
    expect(await incidents('?status=open')).toEqual([])
  })

  test('what is so in this hour of every week is usual, and so is an audience that shrinks slowly', async () => {
    const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
    const weekly = await setUp({ count: 150, wasBroken: isBroken })
    await weekly.pass(3, isBroken)
    expect(await weekly.incidents()).toEqual([])
    // Another value than every week is not usual.
    await weekly.pass(2, ({ cdn }) => cdn !== 'fastly')
    expect(await weekly.incidents('?status=open')).toMatchObject([
      { breakdowns: [{ id: 'cdn', value: 'cloudfront' }] },
    ])
    const shrinking = await setUp({ count: 120, growth: 0.08 })
    await shrinking.pass(6)
    expect(await shrinking.incidents()).toEqual([])
  })

  test('nothing is judged while no collectors run, and what is known is kept', async () => {
    const { pass, incidents } = await setUp({ count: 90 })
    const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
    await pass(3, isBroken, false)
    expect(await incidents()).toEqual([])
    await pass(2, isBroken)
    const [open] = await incidents('?status=open')
    expect(open.breakdowns).toMatchObject([{ id: 'cdn', value: 'fastly' }])
    await pass(5, undefined, false)
    expect(await incidents('?status=open')).toMatchObject([{ id: open.id }])
  })
})

describe('the days before the search was switched on', () => {
  test('are searched a day a run: their incidents are there with their causes and times, and nothing is sent', async () => {
    const { token, brokenAt, search, turn, incidents } = await makeHistory(120)
    const answer = await turn({ is_enabled: true, look_back_days: 2 })
    const { judged_until: from, looks_back_until: until } = answer.body.data
    expect(until - from).toBe(2 * day)
    const runs = await isSearched(
      search,
      async () => (await call(settingsPath, { token })).body.data.looks_back_until === null,
    )
    expect(runs).toBe(2)
    expect(await incidents()).toMatchObject([
      {
        status: 'closed',
        measurement: 'playback_failure_percentage',
        resolution_reason: 'data_triggered_resolution',
        // Of the last window that was beyond; the last of all has 1.75 %.
        impact: expect.stringMatching(/^Playback failures are 5\.00 % where/),
        start_time: brokenAt,
        // Where the good half hour begins.
        end_time: brokenAt + 1_800,
        breakdowns: expect.toSatisfy(
          (values: { value: string }[]) =>
            values
              .map(({ value }) => value)
              .toSorted()
              .join(' ') === 'DE fastly',
        ),
      },
    ])
    expect(await countRows(database, 'notifications')).toBe(0)
  })
})

describe('switching the search off', () => {
  test('ends what is open, and nothing is judged any more', async () => {
    const { pass, turn, incidents } = await setUp({ count: 90 })
    const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
    await pass(2, isBroken)
    expect(await incidents('?status=open')).toHaveLength(1)
    expect((await turn({ is_enabled: false })).status).toBe(200)
    expect(await incidents()).toMatchObject([
      { status: 'closed', resolution_reason: 'alert_rule_updated_triggered_resolution' },
    ])
    await pass(2, isBroken)
    expect(await incidents()).toHaveLength(1)
  })

  test('of one metric ends its incidents, and it is judged no more; the others are', async () => {
    const { pass, turn, incidents } = await setUp({ count: 150 })
    const isBroken = ({ cdn }: { cdn: string }) => cdn === 'fastly'
    await pass(2, isBroken)
    expect(await incidents('?status=open')).toHaveLength(1)
    const others = ['rebuffer_percentage', 'views'] as const
    const answer = await turn({ measures: others })
    expect(answer.body.data).toMatchObject({ is_enabled: true, measures: others })
    expect(await incidents()).toMatchObject([
      { status: 'closed', resolution_reason: 'alert_rule_updated_triggered_resolution' },
    ])
    await pass(3, isBroken)
    expect(await incidents()).toHaveLength(1)
    expect((await turn({ sensitivity: 'low' })).body.data.measures).toEqual(others)
    expect((await turn({ measures: ['views', 'playback_failure_percentage'] })).status).toBe(200)
    await pass(2, isBroken)
    expect(await incidents('?status=open')).toHaveLength(1)
    for (const measures of [[], ['unknown'], 'views', Array(7).fill('views')])
      expect((await turn({ measures })).status).toBe(400)
  })
})
