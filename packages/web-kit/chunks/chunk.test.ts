import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, chunkTimeoutMs, CssChunkLoadError, loadChunk } from './chunk.ts'

afterEach(() => {
  vi.useRealTimers()
})

const failing = (message: string) => async () => {
  throw new TypeError(message)
}

test('SHELL-093 a script that cannot be fetched is a chunk load error with the event as its cause', async () => {
  const load = failing('Failed to fetch dynamically imported module: /assets/team-1.js')
  await expect(loadChunk(load, 'Screen')).rejects.toMatchObject({
    name: 'ChunkLoadError',
    reason: 'error',
  })
})

test('SHELL-093 a script that came without its part is missing', async () => {
  const load = async () => ({}) as { Screen?: unknown }
  await expect(loadChunk(load, 'Screen')).rejects.toMatchObject({ reason: 'missing' })
})

test('SHELL-093 a stylesheet that fails is a separate kind of failure', async () => {
  const load = failing('Unable to preload CSS for /assets/team-1.css')
  await expect(loadChunk(load, 'Screen')).rejects.toBeInstanceOf(CssChunkLoadError)
})

test('SHELL-094 loading times out after 120 seconds', async () => {
  vi.useFakeTimers()
  const outcome = loadChunk(() => new Promise<{ Screen: object }>(() => {}), 'Screen').catch(
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(119_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ reason: 'timeout' })
  expect(await outcome).toBeInstanceOf(ChunkLoadError)
  expect(chunkTimeoutMs).toBe(120_000)
})

test('an error of the screen itself is no chunk error', async () => {
  const own = new RangeError('bad index')
  const load = async (): Promise<{ Screen: object }> => {
    throw own
  }
  await expect(loadChunk(load, 'Screen')).rejects.toBe(own)
})
