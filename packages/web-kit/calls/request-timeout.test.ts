import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callTimeoutMs, startRequest } from './requests-in-flight.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = () => startRequest({ url: '/x', isReplaceable: false, signal: undefined })

test('SHELL-123 a call times out after 120,000 ms, not a moment earlier', () => {
  expect(callTimeoutMs).toBe(120_000)
  const request = start()
  vi.advanceTimersByTime(119_999)
  expect(request.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(request.signal.aborted).toBe(true)
  expect(request.abortCause()).toBe('timeout')
})

test('SHELL-123 an answered call is not timed out afterwards', () => {
  const request = start()
  request.end()
  vi.advanceTimersByTime(callTimeoutMs)
  expect(request.signal.aborted).toBe(false)
})
