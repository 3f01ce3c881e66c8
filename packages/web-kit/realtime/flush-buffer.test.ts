import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FlushBuffer } from './flush-buffer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const startBuffer = () => {
  const flushes: (readonly number[])[] = []
  return { flushes, buffer: new FlushBuffer<number>((entries) => flushes.push(entries)) }
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('RTCH-041 entries are handed out together after 100 ms, in order, and once', () => {
  const { flushes, buffer } = startBuffer()
  buffer.add(1)
  vi.advanceTimersByTime(60)
  buffer.add(2)
  vi.advanceTimersByTime(39)
  expect(flushes).toEqual([])
  vi.advanceTimersByTime(1)
  expect(flushes).toEqual([[1, 2]])
  vi.advanceTimersByTime(1_000)
  expect(flushes).toHaveLength(1)
  buffer.add(3)
  vi.advanceTimersByTime(100)
  expect(flushes).toEqual([[1, 2], [3]])
})

test('RTCH-042 it has room for ten entries and expands when they are not enough', () => {
  const { flushes, buffer } = startBuffer()
  for (const n of upTo(10)) buffer.add(n)
  expect(buffer.room).toBe(10)
  buffer.add(10)
  expect(buffer.room).toBe(20)
  for (const n of upTo(89)) buffer.add(11 + n)
  expect(buffer.room).toBe(160)
  buffer.flush()
  expect(flushes).toEqual([upTo(100)])
  for (const n of upTo(12)) buffer.add(n)
  buffer.flush()
  expect(flushes[1]).toEqual(upTo(12))
})

test('entries added during a flush come with the next one', () => {
  const seen: number[][] = []
  const buffer = new FlushBuffer<number>((entries) => {
    seen.push([...entries])
    if (entries.includes(1)) buffer.add(2)
  })
  buffer.add(1)
  vi.advanceTimersByTime(200)
  expect(seen).toEqual([[1], [2]])
})

test('after a stop nothing is handed out', () => {
  const { flushes, buffer } = startBuffer()
  buffer.add(1)
  buffer.stop()
  vi.advanceTimersByTime(1_000)
  buffer.flush()
  expect(flushes).toEqual([])
})
