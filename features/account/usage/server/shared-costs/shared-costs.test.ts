import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { usageServer } from '../index.ts'
import { addMonths, monthText, startOfMonth } from '../report/months.ts'
import { insertHour, insertRemovedEnvironment } from '../testing-usage.sql.ts'
import { readSharing } from './read-sharing.ts'
import { shareSlice } from './share-slice.ts'

const { app, call, clock, database } = await startTestApp([usageServer])
const make = aFactory(database)

const hourMs = 3_600_000
const thisMonth = startOfMonth(clock.now())
const lastMonth = addMonths(thisMonth, -1)
const lastDays = (thisMonth.getTime() - lastMonth.getTime()) / (24 * hourMs)
const at = (month: Date, day: number, hour = 0) =>
  new Date(month.getTime() + ((day - 1) * 24 + hour) * hourMs)
const dayText = (time: Date) => time.toISOString().slice(0, 10)
const timeframeOf = (month: Date) =>
  [month, addMonths(month, 1)].map((time) => `timeframe[]=${time.getTime() / 1000}`).join('&')

let staff: TestPerson
beforeAll(async () => {
  staff = await make.person({ isStaff: true })
})

const enterPrices = async (from: Date) => {
  const prices = [{ meter: 'delivered', steps: [{ micros: 1_234_567 }] }]
  const { versions } = (await call('/ui/v1/operator/prices', { as: staff })).body.data
  return call('/ui/v1/operator/prices', {
    as: staff,
    body: {
      prices: {
        text: JSON.stringify({ currency: 'EUR', valid_from: monthText(from), prices }),
        after_version: versions[0]?.version ?? null,
      },
    },
  })
}

const rent = (given: object = {}) => ({
  name: 'Rent of servers',
  cents_per_month: 40_000,
  shared_by: 'delivered',
  valid_from: '2020-01-01',
  ...given,
})

const list = async () => (await call('/ui/v1/operator/shared-costs', { as: staff })).body.data
const create = (cost: object) =>
  call('/ui/v1/operator/shared-costs', { as: staff, body: { shared_cost: cost } })
const update = (id: string, cost: object) =>
  call(`/ui/v1/operator/shared-costs/${id}`, {
    as: staff,
    method: 'PUT',
    body: { shared_cost: cost },
  })
const remove = (id: string) =>
  call(`/ui/v1/operator/shared-costs/${id}`, { as: staff, method: 'DELETE' })

const realNow = clock.now
afterEach(async () => {
  clock.now = realNow
  for (const { id } of (await list()).costs) await remove(id)
})

test('a cost is entered, changed, ended and deleted, each with an entry in the trail', async () => {
  expect(await list()).toEqual({ mode: 'showback', currency: null, costs: [] })
  const created = await create(rent({ name: ' Rent of servers ' }))
  expect(created).toMatchObject({ status: 201, body: { data: { ...rent(), valid_until: null } } })
  const { id } = created.body.data
  const changed = await update(id, rent({ cents_per_month: 45_000, valid_until: '2020-12-31' }))
  expect(changed.body.data).toMatchObject({ cents_per_month: 45_000, valid_until: '2020-12-31' })
  await create(rent({ name: 'Support', shared_by: 'evenly' }))
  expect((await list()).costs.map(({ name }: { name: string }) => name)).toEqual([
    'Support',
    'Rent of servers',
  ])
  expect((await update(id, changed.body.data)).status).toBe(200)
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect((await update(id, rent())).status).toBe(404)
  expect(await readRows(database, 'changes', { subject_id: id })).toMatchObject([
    { organization_id: null, action: 'shared_cost.created', subject_name: 'Rent of servers' },
    {
      action: 'shared_cost.updated',
      actor_email: staff.email,
      detail: {
        cents_per_month: { from: 40_000, to: 45_000 },
        valid_until: { from: null, to: '2020-12-31' },
      },
    },
    { action: 'shared_cost.deleted', detail: { cents_per_month: 45_000 } },
  ])
})

test('400 names the field that is wrong, and enters nothing', async () => {
  const fieldsOf = async (given: object) => {
    const { status, body } = await create(rent(given))
    expect(status).toBe(400)
    return Object.values(body.error.fields ?? {}).flat()
  }
  expect(await fieldsOf({ name: ' ' })).toEqual(['A shared cost needs a name.'])
  for (const cents of [0, -1, 1.5, '400'])
    expect(await fieldsOf({ cents_per_month: cents })).toEqual([
      'cents_per_month must be a whole number from 1 to 100000000000.',
    ])
  expect(await fieldsOf({ shared_by: 'luck' })).toEqual([
    'shared_by must be one of views, delivered, stored, encoded, evenly.',
  ])
  for (const day of ['2026-02-30', '1999-12-31', 'soon'])
    expect(await fieldsOf({ valid_from: day })).toEqual([
      'Write a day from 2000-01-01 to 2999-12-31, such as 2026-11-01.',
    ])
  expect(await fieldsOf({ valid_from: '2026-11-02', valid_until: '2026-11-01' })).toEqual([
    'The last day must not be before the first.',
  ])
  expect((await list()).costs).toEqual([])
})

test('403 for people who are not staff', async () => {
  const { admin, organization } = await make.world()
  const as = { as: admin, organization }
  expect((await call('/ui/v1/operator/shared-costs', as)).status).toBe(403)
  const body = { shared_cost: rent() }
  expect((await call('/ui/v1/operator/shared-costs', { ...as, body })).status).toBe(403)
})

interface Row {
  key: string | null
  name: string | null
  meter: string
  cost_cents: number | null
}

const setUp = async () => {
  const { organization, environment, admin } = await make.world()
  const second = await make.environment(organization)
  const get = async (path: string) =>
    (await call(`/ui/v1/${path}`, { as: admin, organization })).body
  const rowsBy = async (group: string, month = lastMonth, more = ''): Promise<Row[]> =>
    (await get(`usage?${timeframeOf(month)}&group_by=${group}${more}`)).data
  const summary = async (month = lastMonth) =>
    (await get(`usage/summary?month=${monthText(month)}`)).data
  const reasons = async (month = lastMonth) =>
    (await get(`usage/reasons?month=${monthText(month)}`)).data
  return { organization, environment, second, get, rowsBy, summary, reasons }
}

const sumOf = (rows: readonly Row[]) =>
  rows.reduce((sum, { cost_cents: cents }) => sum + (cents ?? 0), 0)
const sharedIn = (rows: readonly Row[]) => rows.filter(({ meter }) => meter === 'shared_costs')

test('without prices there is no money, and no shared cost', async () => {
  await create(rent())
  const { environment, rowsBy, summary } = await setUp()
  await insertHour(database, environment, { hour: lastMonth, meter: 'delivered', quantity: 60 })
  expect(sharedIn(await rowsBy('environment'))).toEqual([])
  expect((await summary()).shared_costs).toEqual([])
})

describe('with prices', () => {
  beforeAll(async () => {
    await enterPrices(addMonths(lastMonth, -1))
  })

  test('the environments of all organizations add up to the whole, and every view of one to the same, to the cent', async () => {
    const worlds = [await setUp(), await setUp()]
    let odd = 1
    for (const { organization, environment, second } of worlds) {
      for (const one of [environment, second])
        for (const meter of ['delivered', 'views_hosted', 'views_other', 'stored', 'encoded'])
          for (const day of [2, 11, 25]) {
            odd = (odd * 7919) % 100_003
            await insertHour(database, one, {
              hour: at(lastMonth, day, odd % 24),
              meter,
              quantity: odd % 997,
            })
          }
      await insertRemovedEnvironment(database, organization, {
        id: randomUUID(),
        name: 'Never used',
        deletedAt: at(lastMonth, 5),
      })
    }
    await create(rent())
    await create(rent({ name: 'Support', cents_per_month: 9_999, shared_by: 'evenly' }))
    await create(rent({ name: 'Disks', cents_per_month: 12_345, shared_by: 'stored' }))
    await create(
      rent({
        name: 'Second server',
        cents_per_month: 7_777,
        shared_by: 'views',
        valid_from: dayText(at(lastMonth, 11)),
      }),
    )
    const second = Math.round((7_777 * (lastDays - 10)) / lastDays)
    const whole = 40_000 + 9_999 + 12_345 + second

    const span = { from: lastMonth, until: thisMonth }
    const sharing = await readSharing(app, span)
    const centsOf = (organizationId: string) =>
      shareSlice(sharing, organizationId, span, 'all').reduce(
        (sum, { cents }) => sum + Number(cents),
        0,
      )
    // Worlds of other tests are on this server, too: they bear what they used, and an even share.
    const everyone = new Set(sharing[0]!.sharers.map(({ organizationId }) => organizationId))
    expect([...everyone].reduce((sum, id) => sum + centsOf(id), 0)).toBe(whole)
    for (const { organization, environment, rowsBy, summary } of worlds) {
      const { shared_costs: shared, cost_cents: cents, months } = await summary()
      const own = shared.reduce((sum: number, one: Row) => sum + (one.cost_cents ?? 0), 0)
      expect(shared.map(({ name }: Row) => name)).toEqual([
        'Disks',
        'Rent of servers',
        'Second server',
        'Support',
      ])
      for (const group of ['environment', 'day', 'meter', 'title', 'creator_id']) {
        const rows = await rowsBy(group)
        expect({ group, all: sumOf(rows), shared: sumOf(sharedIn(rows)) }).toEqual({
          group,
          all: cents,
          shared: own,
        })
      }
      expect(months.at(-1)).toMatchObject({ month: monthText(lastMonth), cost_cents: cents })
      expect(sharedIn(await rowsBy('meter')).map(({ name }) => name)).toEqual(
        shared.map(({ name }: Row) => name),
      )
      expect(sharedIn(await rowsBy('title'))).toMatchObject([{ key: null, name: null }])
      const ofEnvironment = sharedIn(await rowsBy('environment')).find(
        ({ key }) => key === environment.id,
      )?.cost_cents
      for (const group of ['day', 'meter', 'title'])
        expect(
          sumOf(sharedIn(await rowsBy(group, lastMonth, `&environment=${environment.id}`))),
        ).toBe(ofEnvironment)
      expect(own).toBe(centsOf(organization.id))
    }
  })

  test('an environment that was removed, or that used nothing, has an even share of the months it was there', async () => {
    const { organization, environment, rowsBy } = await setUp()
    const removed = { id: randomUUID(), organizationId: organization.id }
    await insertHour(database, environment, { hour: at(lastMonth, 3), meter: 'live', quantity: 1 })
    await insertHour(database, removed, { hour: at(lastMonth, 3), meter: 'live', quantity: 1 })
    await insertRemovedEnvironment(database, organization, {
      id: removed.id,
      name: 'Campaign site',
      deletedAt: at(lastMonth, 20),
    })
    await create(rent({ shared_by: 'evenly' }))
    const rows = sharedIn(await rowsBy('environment'))
    expect(rows.map(({ key }) => key).toSorted()).toEqual([environment.id, removed.id].toSorted())
    expect(rows.find(({ key }) => key === removed.id)).toMatchObject({
      name: 'Campaign site',
      removed_at: at(lastMonth, 20).toISOString(),
    })
    expect(Math.abs(rows[0]!.cost_cents! - rows[1]!.cost_cents!)).toBeLessThanOrEqual(1)
    const later = sharedIn(await rowsBy('environment', thisMonth))
    expect(later.some(({ key }) => key === removed.id)).toBe(false)
  })

  test('while the month runs a cost counts until the last full hour, against as much of the month before', async () => {
    const now = new Date(at(thisMonth, 11, 12).getTime() + 34 * 60_000)
    clock.now = () => now
    const { environment, rowsBy, summary, reasons } = await setUp()
    // Alone in its meter, so it bears all of the cost.
    await insertHour(database, environment, { hour: lastMonth, meter: 'encoded', quantity: 60 })
    await insertHour(database, environment, { hour: thisMonth, meter: 'encoded', quantity: 60 })
    await create(rent({ shared_by: 'encoded', valid_from: dayText(at(lastMonth, 2)) }))
    const hours = (addMonths(thisMonth, 1).getTime() - thisMonth.getTime()) / hourMs
    const soFar = Math.round((40_000 * (10 * 24 + 12)) / hours)
    const found = await summary(thisMonth)
    expect(found.shared_costs).toEqual([
      { name: 'Rent of servers', shared_by: 'encoded', cost_cents: soFar },
    ])
    const ofMonthBefore = Math.round((40_000 * (lastDays - 1)) / lastDays)
    const before = Math.round((ofMonthBefore * (9 * 24 + 12)) / ((lastDays - 1) * 24))
    // The other worlds of this file have used something in the month before.
    const share = (await summary(lastMonth)).shared_costs[0].cost_cents / ofMonthBefore
    expect(Math.abs(found.previous_cents - before * share)).toBeLessThanOrEqual(2)
    expect(await reasons(thisMonth)).toContainEqual({
      environment_id: environment.id,
      environment: environment.name,
      meter: 'shared_costs',
      difference_cents: soFar - found.previous_cents,
      titles: [],
    })
    const days = sharedIn(await rowsBy('day', thisMonth))
    expect(days).toHaveLength(11)
    expect(sumOf(days)).toBe(soFar)
  })

  test('the forecast has the shared costs of the whole month, and of each day that is left', async () => {
    const now = at(thisMonth, 20, 6)
    clock.now = () => now
    const { environment, summary } = await setUp()
    for (let day = 1; day < 20; day += 1)
      await insertHour(database, environment, {
        hour: at(thisMonth, day),
        meter: 'delivered',
        quantity: 6000,
      })
    for (let day = lastDays - 9; day <= lastDays; day += 1)
      await insertHour(database, environment, {
        hour: at(lastMonth, day),
        meter: 'delivered',
        quantity: 6000,
      })
    const without = (await summary(thisMonth)).forecast
    expect(without.shared_cents).toBe(0)
    await create(rent())
    const { forecast, shared_costs: shared } = await summary(thisMonth)
    expect(forecast.shared_cents).toBeGreaterThan(shared[0].cost_cents)
    expect(forecast.low_cents - without.low_cents).toBe(forecast.shared_cents)
    expect(forecast.high_cents - without.high_cents).toBe(forecast.shared_cents)
    const rest = forecast.days.reduce(
      (sum: number, day: { low_cents: number }, index: number) =>
        sum + day.low_cents - without.days[index].low_cents,
      0,
    )
    expect(Math.abs(shared[0].cost_cents + rest - forecast.shared_cents)).toBeLessThanOrEqual(1)
  })

  test('where invoices are written, no cost of the server is shown', async () => {
    await create(rent())
    const settings = { ...app.settings, billing: 'invoice' as const }
    const span = { from: lastMonth, until: thisMonth }
    expect(await readSharing({ ...app, settings }, span)).toEqual([])
    expect(await readSharing(app, span)).toHaveLength(1)
  })
})
