import { randomUUID } from 'node:crypto'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { expect, test } from 'vitest'
import { setVideoTitle, runMerge } from './testing-data-version.sql.ts'
import { dataVersion } from './data-version.sql.ts'

test('the version of the data changes with what is inserted or changed, and not when parts are merged', async () => {
  const clickhouse = await makeTestClickHouse()
  const version = () => dataVersion(clickhouse, 'raw')
  const insert = () => aViewFactory(clickhouse, { id: randomUUID() })({}, {})
  const seen = [await version()]
  const expectNew = async () => {
    const now = await version()
    expect(seen).not.toContain(now)
    seen.push(now)
  }
  for (let times = 0; times < 3; times += 1) {
    await insert()
    await expectNew()
  }
  await runMerge(clickhouse)
  expect(await version()).toBe(seen.at(-1))
  await setVideoTitle(clickhouse)
  await expectNew()
  await insert()
  await expectNew()
  await runMerge(clickhouse)
  expect(await version()).toBe(seen.at(-1))
})
