import { afterEach, expect, test, vi } from 'vitest'
import { type Part, readinessOf } from './readiness.ts'

afterEach(() => void vi.useRealTimers())

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const partOf = (name: string, probe: Part['probe'], keptMs = 60_000): Part => ({
  name,
  title: `The ${name}`,
  probe,
  keptMs,
})

test('a part that never answers is named within three seconds, and not waited for again', async () => {
  vi.useFakeTimers()
  let asked = 0
  const engine = partOf('engine', () => {
    asked += 1
    return new Promise(() => {})
  })
  const read = readinessOf([engine, partOf('database', async () => {})], pause)
  const found = vi.fn()
  void read().then(found)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(found).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(found).toHaveBeenCalledExactlyOnceWith([
    { name: 'engine', status: 'not ready', detail: 'The engine does not answer.' },
    { name: 'database', status: 'ready', detail: '' },
  ])
  // No timer fires any more: these must not wait.
  await Promise.all(Array.from({ length: 1_000 }, read))
  expect(asked).toBe(1)
})

test('one that comes back is ready again, and what failed gives no more away than its name', async () => {
  let isAway = true
  const read = readinessOf([
    partOf('storage', async () => {
      if (isAway) throw new Error('connect ECONNREFUSED 10.0.0.7:9000, version 4.2')
    }),
  ])
  expect(await read()).toEqual([
    { name: 'storage', status: 'not ready', detail: 'The storage is not available.' },
  ])
  isAway = false
  await expect.poll(async () => (await read())[0]!.status).toBe('ready')
})

test('a good answer is cached, however many requests ask for it', async () => {
  let asked = 0
  const read = readinessOf([
    partOf('ffmpeg', async () => {
      asked += 1
      return { status: 'ready', detail: '' }
    }),
  ])
  for (let count = 0; count < 100; count += 1) await Promise.all([read(), read(), read()])
  expect(asked).toBe(1)
})
