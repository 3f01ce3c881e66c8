import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

const aHeartbeat = (ping: () => Promise<void>) =>
  new Heartbeat({
    ping,
    silent: () => new Error('silent'),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  })

const outcomeOf = (work: Promise<string>) => {
  const outcome = { is: 'waiting' }
  void work.then(
    (result) => (outcome.is = result),
    (error: Error) => (outcome.is = error.message),
  )
  return outcome
}

test('calls to a server that never answers are refused within 5 seconds, then at once', async () => {
  const heartbeat = aHeartbeat(never)
  const first = outcomeOf(heartbeat.watch(never))
  await vi.advanceTimersByTimeAsync(3_000)
  const second = outcomeOf(heartbeat.watch(never))
  expect([first.is, second.is]).toEqual(['waiting', 'waiting'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([first.is, second.is]).toEqual(['silent', 'silent'])
  const later = outcomeOf(heartbeat.watch(never))
  await vi.advanceTimersByTimeAsync(0)
  expect(later.is).toBe('silent')
  heartbeat.close()
})

test('a patient call tolerates half a minute of silence', async () => {
  const heartbeat = aHeartbeat(never)
  const call = outcomeOf(heartbeat.watch(never, { isPatient: true }))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(call.is).toBe('waiting')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(call.is).toBe('silent')
  heartbeat.close()
})

test('a slow call is waited for while the server answers', async () => {
  const heartbeat = aHeartbeat(async () => {})
  const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 60_000, 'done'))
  const call = outcomeOf(heartbeat.watch(slow))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(call.is).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(call.is).toBe('done')
  heartbeat.close()
})
