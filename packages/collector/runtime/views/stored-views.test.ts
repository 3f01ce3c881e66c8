import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { foldStoredViews } from './stored-views.ts'
import { insertLongView } from '../testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heapBytes = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('a view of very many events is folded without all of them in memory', async () => {
  const id = randomUUID()
  await insertLongView(
    { id, clickhouse },
    { viewId: 'long', events: 30_000, receivedAt: new Date() },
  )
  const before = heapBytes()
  const views: number[] = []
  for await (const view of foldStoredViews(clickhouse, id, ['long'])) {
    expect(heapBytes() - before).toBeLessThan(20 * 2 ** 20)
    views.push(view.state.lastSequence)
  }
  expect(views).toEqual([30_000])
})
