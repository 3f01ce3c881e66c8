import { expect, test } from 'vitest'
import { type Moment, Standstill } from './standstill.ts'

/** A player that stands still although it has all that it needs. */
const standing: Omit<Moment, 'at'> = {
  position: 12,
  isMeantToPlay: true,
  isSeeking: false,
  isLoading: false,
  ahead: 20,
}

/** What helps a player that looks like this for so many seconds, with the seconds after which it is tried. */
const remediesOf = (
  seconds: number,
  moment: (second: number) => Partial<Moment>,
  standstill = new Standstill(),
) => {
  const found: string[] = []
  for (let second = 0; second <= seconds; second += 0.5) {
    const remedy = standstill.look({ ...standing, at: second * 1000, ...moment(second) })
    if (remedy) found.push(`${remedy} after ${second}`)
  }
  return found
}

test('a player with data that stands still is nudged, and then loads again', () => {
  expect(remediesOf(12, () => ({}))).toEqual(['nudge after 5', 'again after 8', 'again after 11'])
  // A nudge changes the position, and is no playback.
  expect(remediesOf(9, (second) => ({ position: second > 5 ? 12.1 : 12 }))).toEqual([
    'nudge after 5',
    'again after 8.5',
  ])
})

test('without data and without a request it loads again at once', () => {
  expect(remediesOf(6, () => ({ ahead: 0 }))).toEqual(['again after 5'])
})

test.each([
  ['waits for the network', { ahead: 0, isLoading: true }],
  ['has a little data and waits for more', { ahead: 0.8, isLoading: true }],
  ['is paused', { isMeantToPlay: false }],
])('a player that %s is left alone', (_, moment) => {
  expect(remediesOf(60, () => moment)).toEqual([])
})

test('a player that plays is left alone, also one that begins to stand often', () => {
  expect(remediesOf(60, (second) => ({ position: second }))).toEqual([])
  expect(remediesOf(60, (second) => ({ position: Math.floor(second / 4) }))).toEqual([])
})

test('a place that was sought has more time, and is not nudged', () => {
  const seeks = (second: number) => ({ isSeeking: second >= 2 })
  expect(remediesOf(15, seeks)).toEqual(['again after 14'])
})

test('of a page that the browser looks at once a minute nothing is known', () => {
  const standstill = new Standstill()
  for (let minute = 0; minute < 10; minute += 1)
    expect(standstill.look({ ...standing, at: minute * 60_000 })).toBeUndefined()
})

test('after a while of playback a player is nudged first again', () => {
  const standstill = new Standstill()
  remediesOf(9, () => ({}), standstill)
  const later = (second: number) => ({
    at: 10_000 + second * 1000,
    position: 20 + Math.min(second, 10),
  })
  expect(remediesOf(16, later, standstill)).toEqual(['nudge after 15'])
})
