import { expect, test } from 'vitest'
import { ClickHouseUnavailable } from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { DatabaseUnavailable } from '@playhead/postgres/database-unavailable.ts'
import { jsonLog } from './log.ts'

const loggedAs = (error: unknown) => {
  const lines: string[] = []
  jsonLog((line) => lines.push(line)).warn('jobs cannot be looked up', { error })
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0]!).error
}

test('an engine that is away is one sentence in the log, without a stack', () => {
  const cause = new Error('timeout expired')
  for (const Unavailable of [DatabaseUnavailable, ClickHouseUnavailable])
    expect(loggedAs(new Unavailable('It cannot be reached.', cause))).toEqual({
      name: Unavailable.name,
      message: 'It cannot be reached.',
    })
})

test('any other error is logged with its stack and its cause', () => {
  const told = loggedAs(new Error('It broke.', { cause: new TypeError('This was the reason.') }))
  expect(told).toMatchObject({ name: 'Error', message: 'It broke.' })
  expect(told.stack).toContain('log.test.ts')
  expect(told.cause).toMatchObject({ name: 'TypeError', message: 'This was the reason.' })
})

test('a cause that is no error stays out: it may be an answer of another server', () => {
  expect(loggedAs(new Error('It broke.', { cause: { token: 'secret' } })).cause).toBeUndefined()
})
