import { expect, test } from 'vitest'
import { type Part, readinessOf } from './readiness.ts'

const partOf = (name: string, probe: Part['probe'], keptMs = 60_000): Part => ({
  name,
  title: `The ${name}`,
  probe,
  keptMs,
})

test('a part that never answers is named within three seconds, and not waited for again', async () => {
  let asked = 0
  const read = readinessOf([
    partOf('engine', () => {
      asked += 1
      return new Promise(() => {})
    }),
    partOf('database', async () => {}),
  ])
  const startedAt = performance.now()
  expect(await read()).toEqual([
    { name: 'engine', status: 'not ready', detail: 'The engine does not answer.' },
    { name: 'database', status: 'ready', detail: '' },
  ])
  const firstMs = performance.now() - startedAt
  expect(firstMs).toBeGreaterThan(1_900)
  expect(firstMs).toBeLessThan(3_000)
  const again = performance.now()
  await Promise.all(Array.from({ length: 1_000 }, read))
  expect(performance.now() - again).toBeLessThan(1_000)
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

test('a good answer is kept for its time, whoever asks and however often', async () => {
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
