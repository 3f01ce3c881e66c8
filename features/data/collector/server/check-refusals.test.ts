import { expect, test } from 'vitest'
import { insertLedgerRows, type Outcome } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import { unknownEnvironmentId } from '@playhead/collector/runtime/collector-options.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { checkRefusals } from './check-refusals.ts'

const clickhouse = await makeTestClickHouse()
const start = Date.parse('2026-11-25T10:00:00Z')
const checkAt = (minute: number) =>
  checkRefusals({ clickhouse, clock: { now: () => new Date(start + minute * 60_000) } })

const count = (minute: number, outcome: Outcome, one: number) =>
  insertLedgerRows(clickhouse, [
    {
      environment_id: unknownEnvironmentId,
      minute: start / 1000 + minute * 60,
      outcome,
      reason: outcome === 'shed' ? 'memory' : '',
      run: 1,
      count: one,
      counted_batch: 0,
      version: 1,
    },
  ])

test('refused requests of the last five minutes are an alert from one in a hundred on', async () => {
  expect(await checkAt(0)).toEqual({ level: 'well', sentence: '' })
  await count(0, 'stored', 5_000)
  await count(0, 'shed', 49)
  expect(await checkAt(1)).toMatchObject({ level: 'well' })
  await count(2, 'shed', 1_200)
  expect(await checkAt(3)).toEqual({
    level: 'alert',
    sentence: 'The collector refused 1,249 requests of players in 5 minutes.',
  })
  expect(await checkAt(8)).toMatchObject({ level: 'well' })
})

test('a few refusals on a quiet server are none', async () => {
  await count(100, 'shed', 19)
  expect(await checkAt(101)).toMatchObject({ level: 'well' })
})
