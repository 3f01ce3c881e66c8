import { expect, test } from 'vitest'
import { reconnectWaitMs } from './reconnect-wait.ts'

const table = [10, 50, 100, 150, 200, 250, 500, 1000, 2000, 5000, 5000]

const waitsWith = (random: number) =>
  table.map((_, index) => reconnectWaitMs(index + 1, { random: () => random }))

test('RTCH-018 the waits grow from 10 ms to 5 s', () => {
  expect(waitsWith(0.5)).toEqual(table)
})

test('RTCH-018 from the third try on they are spread by half in both directions', () => {
  expect(waitsWith(0)).toEqual([10, 50, ...table.slice(2).map((wait) => wait * 0.5)])
  expect(waitsWith(1)).toEqual([10, 50, ...table.slice(2).map((wait) => wait * 1.5)])
})

test('RTCH-018 while the page is unloading it is 100 ms', () => {
  expect(reconnectWaitMs(1, { isUnloading: true })).toBe(100)
  expect(reconnectWaitMs(20, { isUnloading: true })).toBe(100)
})
