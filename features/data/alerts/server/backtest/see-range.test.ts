import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import type { RuleFields } from '../rules/rules.sql.ts'
import { seeRange } from './see-range.ts'

const clickhouse = await makeTestClickHouse()
const postgres = await makeTestDatabase()
const make = aFactory(postgres)
const from = 1_900_000_020

const seen = async (
  metric: RuleFields['metric'],
  ...views: (Partial<ViewRow> & { from: number; until: number })[]
) => {
  const organization = await make.organization()
  const { id } = await make.environment(organization)
  const tenant = { id, organizationId: organization.id, postgres, clickhouse }
  await aViewFactory(
    clickhouse,
    tenant,
  )(
    ...views.map(({ from: starts, until: ends, ...view }) => ({
      view_start: (from + starts) * 1000,
      view_end: (from + ends) * 1000,
      ...view,
    })),
  )
  const rule = { metric, filters: [], group_by: [], groups_max: 20 } as unknown as RuleFields
  const { seen: range } = await seeRange(tenant, {
    rule,
    from,
    until: from + 5 * 60,
    isOfDay: false,
    signal: AbortSignal.timeout(20_000),
  })
  const [group] = range.groups
  return {
    over: [...group!.over],
    under: [...group!.under],
    viewers: [...group!.viewers],
    knownSteps: [...range.knownSteps],
  }
}

/** It watched half of the time from the middle of its first minute to a quarter of its fourth. */
const halfWatched = { from: 30, until: 195, watch_time: 82_500 }

test('a view is spread evenly from its start to its end, and fails in its last minute', async () => {
  const failing = { ...halfWatched, playback_failure: true }
  expect(await seen('playback-failure-percentage', failing)).toEqual({
    over: [0, 0, 0, 5_000, 0],
    // Who fails counts as watching in that step.
    under: [15_000, 30_000, 30_000, 12_500, 0],
    viewers: [15_000, 30_000, 30_000, 12_500, 0],
    knownSteps: [12, 12, 12, 12, 12],
  })
})

test('rebuffering is spread evenly; a view within a minute stays in it', async () => {
  const rebuffering = { ...halfWatched, rebuffer_duration: 16_500 }
  const short = { from: 70, until: 75, watch_time: 5_000, rebuffer_duration: 1_000 }
  const range = await seen('current-rebuffering-percentage', rebuffering, short)
  expect(range.over).toEqual([3_000, 7_000, 6_000, 1_500, 0])
  expect(range.under).toEqual([15_000, 35_000, 30_000, 7_500, 0])
})

test('attempts to start count in the first minute, what became of them in the last', async () => {
  const range = await seen(
    'video-startup-failure-percentage',
    // Loading in two steps, and starting in a third.
    { from: 50, until: 130, watch_time: 80_000, video_startup_time: 11_000 },
    {
      from: 55,
      until: 65,
      watch_time: 10_000,
      video_startup_time: null,
      playback_failure: true,
      video_startup_failure: true,
    },
  )
  expect(range.under).toEqual([6, 0, 0, 0, 0])
  expect(range.over).toEqual([0, 1, 0, 0, 0])
})

test('of a view that began earlier counts what is left; before the first view nothing is known', async () => {
  const earlier = { from: -600, until: 90, watch_time: 690_000 }
  expect((await seen('current-concurrent-viewers', earlier)).viewers).toEqual([
    60_000, 30_000, 0, 0, 0,
  ])
  const later = { from: 130, until: 140, watch_time: 10_000 }
  expect((await seen('current-concurrent-viewers', later)).knownSteps).toEqual([0, 0, 12, 12, 12])
})

test('the bitrate is the mean over the time that was watched with one', async () => {
  const { over, under } = await seen(
    'current-average-bitrate',
    { from: 0, until: 60, watch_time: 60_000, weighted_average_bitrate: 4_000_000 },
    { from: 0, until: 60, watch_time: 30_000, weighted_average_bitrate: 1_000_000 },
    { from: 0, until: 60, watch_time: 60_000, weighted_average_bitrate: null },
  )
  expect([over[0], under[0]]).toEqual([270_000, 90_000])
})
