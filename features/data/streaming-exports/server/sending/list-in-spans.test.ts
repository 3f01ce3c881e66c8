import { expect, test } from 'vitest'
import { comparePlaces, type FinishedKey, type Place } from './finished-views.sql.ts'
import { listInSpans } from './list-in-spans.ts'

const dayMs = 86_400_000

/** A table that counts how many keys were looked at. */
const aTable = (moments: readonly number[]) => {
  const keys = moments.map((at, index): FinishedKey => {
    return { at, viewId: `view ${String(index).padStart(6, '0')}`, version: 1, end: at }
  })
  const seen = { questions: 0, keys: 0 }
  const list = async ({ after, until, limit }: { after: Place; until: number; limit: number }) => {
    const found = keys.filter((key) => comparePlaces(key, after) > 0 && key.at < until)
    seen.questions += 1
    seen.keys += found.length
    return found.slice(0, limit)
  }
  return { keys, list, seen }
}

const listAll = async (
  list: Parameters<typeof listInSpans>[0],
  { from, until, limit }: { from: number; until: number; limit: number },
) => {
  const found: FinishedKey[] = []
  const pages = listInSpans(list, { after: { at: from, viewId: '' }, until, limit })
  for await (const page of pages) found.push(...page)
  return found
}

test.each([
  ['even', (index: number) => index * 1_000],
  ['of one moment', () => 5 * dayMs],
  ['in crowds with months between', (index: number) => Math.floor(index / 700) * 30 * dayMs],
])('every key comes once and in order: %s', async (_, momentOf) => {
  const table = aTable(Array.from({ length: 3_000 }, (__, index) => momentOf(index)))
  const span = { from: 0, until: 200 * dayMs, limit: 250 }
  expect(await listAll(table.list, span)).toEqual(table.keys)
})

test('a backlog is looked at little more than once, and an empty one with few questions', async () => {
  const table = aTable(Array.from({ length: 20_000 }, (_, index) => index * 10_000))
  await listAll(table.list, { from: 0, until: 20_000 * 10_000, limit: 1_000 })
  expect(table.seen.keys).toBeLessThan(6 * 20_000)
  const none = aTable([])
  await listAll(none.list, { from: 0, until: 100 * dayMs, limit: 1_000 })
  expect(none.seen.questions).toBeLessThan(10)
})
