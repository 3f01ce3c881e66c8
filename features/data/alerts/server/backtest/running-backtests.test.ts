import { expect, test } from 'vitest'
import { runBacktest } from './running-backtests.ts'

const never = new AbortController().signal

test('two backtests of an environment run at once, a third is refused until one has ended', async () => {
  const waiting: (() => void)[] = []
  const start = (environmentId: string) =>
    runBacktest(environmentId, never, () => new Promise<void>((resolve) => waiting.push(resolve)))
  const running = [start('one'), start('one')]
  await expect(start('one')).rejects.toMatchObject({ code: 'too_many_requests' })
  running.push(start('two'))
  waiting[0]!()
  await running[0]
  running.push(start('one'))
  for (const end of waiting) end()
  await Promise.all(running)
})

test('one that fails leaves its place', async () => {
  for (let time = 0; time < 3; time += 1)
    await expect(runBacktest('one', never, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
})

test('a question that takes too long is too costly', async () => {
  const late = Object.assign(new Error('Timeout exceeded'), { type: 'TIMEOUT_EXCEEDED' })
  await expect(runBacktest('one', never, () => Promise.reject(late))).rejects.toMatchObject({
    code: 'query_too_costly',
    status: 422,
  })
})
