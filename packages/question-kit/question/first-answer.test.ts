import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useWaitsLong } from './first-answer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('an answer that comes within 150 ms is not waited for long, and another question begins anew', async () => {
  const { result, rerender } = renderHook(
    ({ question, isWaiting }) => useWaitsLong(question, isWaiting),
    { initialProps: { question: 'one', isWaiting: true } },
  )
  await later(140)
  expect(result.current).toBe(false)
  rerender({ question: 'two', isWaiting: true })
  await later(140)
  expect(result.current).toBe(false)
  await later(10)
  expect(result.current).toBe(true)
  rerender({ question: 'two', isWaiting: false })
  expect(result.current).toBe(false)
  await later(1_000)
  expect(result.current).toBe(false)
})
