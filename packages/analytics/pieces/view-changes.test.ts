import { randomUUID } from 'node:crypto'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { expect, test } from 'vitest'
import { markAllChanged } from './mark-all-changed.sql.ts'
import { listChanges } from './testing-pieces.sql.ts'

const clickhouse = await makeTestClickHouse()
const noon = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000
const hourOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 16)

const setUp = () => {
  const tenant = { id: randomUUID(), clickhouse }
  return { tenant, add: aViewFactory(clickhouse, tenant) }
}

test('every written row marks the hours in which its view began and ended', async () => {
  const { tenant, add } = setUp()
  const before = Math.floor(Date.now() / 1_000) * 1_000
  const [view] = await add({
    view_start: noon - 10 * minute,
    view_end: noon + 130 * minute,
    updated_at: noon + 140 * minute,
    retention_days: 30,
  })
  const changes = await listChanges(tenant)
  expect(changes.map(({ hour }) => hourOf(hour))).toEqual(['11:00', '14:00'])
  for (const { updated, written, first_loss: firstLoss } of changes) {
    expect(updated).toBe(noon + 140 * minute)
    expect(firstLoss).toBe('2026-12-20')
    // By the clock of the engine, whatever the row says.
    expect(written).toBeGreaterThanOrEqual(before)
  }
  // A tombstone counts as well: the view is no longer there.
  const updated_at = noon + 180 * minute
  await add({ ...view!, version: view!.version + 1, is_deleted: 1, updated_at })
  expect((await listChanges(tenant)).map(({ updated }) => updated)).toEqual([
    updated_at,
    updated_at,
  ])
})

test('all hours of an environment are marked at once, and those of no other', async () => {
  const [{ tenant, add }, other] = [setUp(), setUp()]
  for (const each of [add, other.add])
    await each({ view_end: noon }, { view_end: noon + 240 * minute })
  const [before, untouched] = [await listChanges(tenant), await listChanges(other.tenant)]
  // The clock of the engine has seconds here.
  await expect
    .poll(async () => {
      await markAllChanged(clickhouse, tenant.id)
      const after = await listChanges(tenant)
      return after.every(({ written }, index) => written > before[index]!.written)
    })
    .toBe(true)
  expect((await listChanges(tenant)).map(({ updated }) => updated)).toEqual(
    before.map(({ updated }) => updated),
  )
  expect(await listChanges(other.tenant)).toEqual(untouched)
})
