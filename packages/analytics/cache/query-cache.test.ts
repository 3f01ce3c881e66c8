import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { expect, test, vi } from 'vitest'
import { askOverall } from '../ask-overall.sql.ts'
import type { Question } from '../question/question-shape.ts'

const real = await makeTestClickHouse()
const now = Date.now()

/** The real client, counting its queries for views. */
function counted(): { clickhouse: ClickHouse; asked: () => number } {
  let asked = 0
  const clickhouse: ClickHouse = {
    ...real,
    rows: (Row, query, options) => {
      if (query.text.includes('views FINAL')) asked += 1
      return real.rows(Row, query, options)
    },
  }
  return { clickhouse, asked: () => asked }
}

const question = (signal?: AbortSignal): Question => ({
  timeframe: { start: new Date(now - 3_600_000), end: new Date(now), isHistorical: false },
  filters: [],
  metricFilters: [],
  signal,
})

test('the same question of many is asked once, and once more for each tenant', async () => {
  const { clickhouse, asked } = counted()
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, tenant)({}, {})
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => askOverall(tenant, 'views', 'count', question())),
  )
  expect(new Set(answers.map(({ total_views: views }) => views))).toEqual(new Set([2]))
  expect(asked()).toBe(1)
  const other = await askOverall({ id: randomUUID(), clickhouse }, 'views', 'count', question())
  expect(other.total_views).toBe(0)
  expect(asked()).toBe(2)
})

test('an answer is kept until rows come in', async () => {
  const { clickhouse, asked } = counted()
  const tenant = { id: randomUUID(), clickhouse }
  const addViews = aViewFactory(clickhouse, tenant)
  await addViews({})
  const ask = async () => (await askOverall(tenant, 'views', 'count', question())).value
  expect([await ask(), await ask(), asked()]).toEqual([1, 1, 1])
  await addViews({})
  expect([await ask(), asked()]).toEqual([2, 2])
})

test('an answer does not wait for the data version, and the next answer includes newer views', async () => {
  let speak = () => {}
  const spoken = new Promise<void>((resolve) => (speak = resolve))
  const { clickhouse, asked } = counted()
  const silent: ClickHouse = {
    ...clickhouse,
    rows: async (Row, query, options) => {
      if (query.name === 'dataVersion') await spoken
      return clickhouse.rows(Row, query, options)
    },
  }
  const tenant = { id: randomUUID(), clickhouse: silent }
  const addViews = aViewFactory(clickhouse, tenant)
  const ask = async () => (await askOverall(tenant, 'views', 'count', question())).value
  await addViews({})
  expect(await ask()).toBe(1)
  speak()
  expect([await ask(), asked()]).toEqual([1, 1])
  await addViews({})
  expect([await ask(), await ask(), asked()]).toEqual([2, 2, 2])
})

test('one who goes away leaves the answer to those who wait', async () => {
  const { clickhouse, asked } = counted()
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, tenant)({})
  const leaving = new AbortController()
  const left = askOverall(tenant, 'views', 'count', question(leaving.signal))
  const stayed = askOverall(tenant, 'views', 'count', question(new AbortController().signal))
  leaving.abort()
  await expect(left).rejects.toThrow('aborted')
  expect((await stayed).value).toBe(1)
  expect(asked()).toBe(1)
})

test('when all have gone the query ends, and the next one asks again', async () => {
  const { clickhouse } = counted()
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, tenant)({})
  const leaving = new AbortController()
  const left = askOverall(tenant, 'views', 'count', question(leaving.signal))
  leaving.abort()
  await expect(left).rejects.toThrow('aborted')
  await pause(20)
  expect((await askOverall(tenant, 'views', 'count', question())).value).toBe(1)
  await expect(askOverall(tenant, 'views', 'count', question(AbortSignal.abort()))).rejects.toThrow(
    'aborted',
  )
})

test('a failed query is not kept', async () => {
  let isBroken = true
  const clickhouse: ClickHouse = {
    ...real,
    rows: (Row, query, options) =>
      isBroken ? Promise.reject(new Error('gone')) : real.rows(Row, query, options),
  }
  const tenant = { id: randomUUID(), clickhouse }
  await expect(askOverall(tenant, 'views', 'count', question())).rejects.toThrow('gone')
  isBroken = false
  expect((await askOverall(tenant, 'views', 'count', question())).value).toBe(0)
})

test('rows that are too old for an answer leave the memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const read: WeakRef<object>[] = []
  const clickhouse: ClickHouse = {
    ...real,
    rows: async (Row, query, options) => {
      const rows = await real.rows(Row, query, options)
      if (query.text.includes('views FINAL')) read.push(new WeakRef(rows))
      return rows
    },
  }
  const ask = () => askOverall({ id: randomUUID(), clickhouse }, 'views', 'count', question())
  const left = async () => {
    await pause(50)
    collectGarbage()
    return read.map((rows) => rows.deref() !== undefined)
  }
  await ask()
  expect(await left()).toEqual([true])
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
  await ask()
  later.mockRestore()
  expect(await left()).toEqual([false, true])
})

test('one who asks very much leaves a place for others, and waits for its own', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const [greedy, modest] = [randomUUID(), randomUUID()]
  let atOnce = 0
  const slow: ClickHouse = {
    ...real,
    rows: async (Row, query, options) => {
      if (Object.values(query.parameters).includes(greedy)) {
        atOnce += 1
        await held
      }
      return real.rows(Row, query, options)
    },
  }
  const ask = (id: string, minutes: number) => {
    const start = new Date(now - minutes * 60_000)
    const asked = { ...question(), timeframe: { ...question().timeframe, start } }
    return askOverall({ id, clickhouse: slow }, 'views', 'count', asked)
  }
  const many = Array.from({ length: 30 }, (_, at) => ask(greedy, at + 60))
  expect((await ask(modest, 60)).total_views).toBe(0)
  expect(atOnce).toBe(6)
  release()
  expect(await Promise.all(many)).toHaveLength(30)
  expect(atOnce).toBe(30)
})
