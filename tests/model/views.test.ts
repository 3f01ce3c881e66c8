import { describe, expect, test } from 'vitest'
import type { TimelineEvent, ViewRow } from '@playhead/metrics/view-columns.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { differences } from './compare-rows.ts'
import { foldSession } from './fold-session.ts'

const environmentId = '11111111-1111-4111-8111-111111111111'
const seedCount = howMany('seeds', { usual: 20, long: 100, release: 300 })
const firstSeed = Number(process.env.PLAYHEAD_TEST_FIRST_SEED ?? 1)
const sessionsPerSeed = 12

const compare = (seed: number, index: number): string[] => {
  const { found, expected, roundTripMs } = foldSession(seed, index, environmentId)
  if (expected === null) return found === null ? [] : ['a view was made of no intent to play']
  if (found === null) return ['no view was made']
  return differences(found, expected, roundTripMs / 2 + 1)
}

describe('a view is what its plan says, however its beacons arrive', () => {
  test.each(Array.from({ length: seedCount }, (_, seed) => seed + firstSeed))('seed %i', (seed) => {
    const wrong = Array.from({ length: sessionsPerSeed }, (_, index) =>
      compare(seed, index).map((line) => `seed ${seed}, session ${index}: ${line}`),
    ).flat()
    expect(wrong).toEqual([])
  })
})

const told = ['renditionchange', 'error', 'cdnchange', 'playbackmodechange', 'adplaying']

const eventsOf = (row: ViewRow): TimelineEvent[] => JSON.parse(row.timeline)

const toldBy = (row: ViewRow): unknown[] => {
  const events = eventsOf(row)
  const start = events.findIndex(({ name }) => name === 'viewstart')
  const since = events[start]?.viewer_time ?? 0
  return events
    .slice(start)
    .filter(({ name }) => told.includes(name))
    .map(({ name, viewer_time, playback_time, details }) => ({
      name,
      at: viewer_time - since,
      playback_time,
      // A player reports the type of its ads once.
      details: { ...details, ad_type: undefined },
    }))
}

test('the past of a demo has the same renditions, errors, CDNs, modes and ads as a live player', () => {
  const names = new Set<string>()
  for (let index = 0; index < 200; index += 1) {
    const { found, expected } = foldSession(firstSeed, index, environmentId)
    if (found === null || expected === null) continue
    // When a player crashed, its last batch may end in the middle of a moment.
    if (eventsOf(found).at(-1)?.name !== 'viewend') continue
    expect(toldBy(expected), `session ${index}`).toEqual(toldBy(found))
    for (const { name } of eventsOf(expected)) names.add(name)
  }
  expect([...names]).toEqual(expect.arrayContaining(told))
})
