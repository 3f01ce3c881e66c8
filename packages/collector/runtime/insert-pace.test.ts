import { expect, it } from 'vitest'
import { InsertPace } from './insert-pace.ts'

const everyMs = 1_000

/** Inserts as soon as the pace allows it, for a time in which rows come evenly. */
const countInserts = (seconds: number, rowsPerSecond: number, gatherMs = 20) => {
  let now = 0
  const pace = new InsertPace(everyMs, { now: () => now })
  let inserts = 0
  let longestMs = 0
  let insertedAt = 0
  while (now < seconds * 1_000) {
    const arrivedAt = Math.ceil(now / (1_000 / rowsPerSecond)) * (1_000 / rowsPerSecond)
    now = arrivedAt + gatherMs
    const waitMs = pace.waitMs()
    now += waitMs
    pace.wrote(((now - insertedAt) / 1_000) * rowsPerSecond)
    insertedAt = now
    inserts += 1
    longestMs = Math.max(longestMs, now - arrivedAt)
  }
  return { inserts, longestMs }
}

it('a burst of inserts waits for nothing', () => {
  let now = 0
  const pace = new InsertPace(everyMs, { now: () => now })
  for (let insert = 0; insert < 200; insert += 1) {
    expect(pace.waitMs()).toBe(0)
    pace.wrote(1)
    now += 1
  }
})

it('a trickle comes to one insert a second, and none waits for longer than a second', () => {
  const early = countInserts(600, 5)
  const late = countInserts(1_200, 5)
  expect(late.inserts - early.inserts).toBeGreaterThan(600)
  expect(late.inserts - early.inserts).toBeLessThan(900)
  expect(late.longestMs).toBeLessThanOrEqual(1_020)
})

it('many rows pay for their inserts: under load nothing is slowed down', () => {
  const { inserts, longestMs } = countInserts(600, 2_000, 80)
  expect(longestMs).toBeLessThan(85)
  expect(inserts).toBeGreaterThan(7_000)
})

it('a pause makes room for the next burst, up to its size', () => {
  let now = 0
  const pace = new InsertPace(everyMs, { now: () => now })
  for (let insert = 0; insert < 300; insert += 1) pace.wrote(0)
  expect(pace.waitMs()).toBe(everyMs)
  now += 3_600_000
  for (let insert = 0; insert < 200; insert += 1) pace.wrote(0)
  expect(pace.waitMs()).toBe(everyMs)
})
