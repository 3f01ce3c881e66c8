import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { countDue } from './counting/count-usage.ts'
import { usageServer } from './index.ts'
import { addMonths, monthText, startOfMonth } from './report/months.ts'
import { insertDelivered, insertSpan } from './testing-usage.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp([environmentsServer, usageServer], {
  clickhouse,
})
const make = aFactory(database)
const folder = await mkdtemp(join(tmpdir(), 'playhead-prices-'))
afterAll(() => rm(folder, { recursive: true }))

const hourMs = 3_600_000
/** A month that is over. */
const month = addMonths(startOfMonth(clock.now()), -1)
const at = (day: number, hour = 0) => new Date(month.getTime() + ((day - 1) * 24 + hour) * hourMs)
const timeframe = [month, addMonths(month, 1)]
  .map((time) => `timeframe[]=${time.getTime() / 1000}`)
  .join('&')

const run = (name: string, options: object) =>
  usageServer.commands.find((one) => one.name === name)!.run(app, options as never)

const importPrices = async (prices: unknown, options: { preview?: boolean } = {}) => {
  const file = join(folder, 'prices.json')
  const given = { currency: 'USD', valid_from: monthText(month), prices }
  await writeFile(file, typeof prices === 'string' ? prices : JSON.stringify(given))
  return run('prices import', { file, preview: false, ...options })
}

const plain = (micros: number) => [{ micros }]

const setUp = async () => {
  const { organization, environment, admin, member } = await make.world()
  const second = await make.environment(organization)
  const get = async (path: string, as = admin) => {
    const separator = path.includes('?') ? '&' : '?'
    return call(`/ui/v1/${path}${separator}`, { as, organization })
  }
  return { organization, environment, second, admin, member, get }
}

type World = Awaited<ReturnType<typeof setUp>>

/** Two environments with two titles each, uneven in everything. */
const fill = async ({ environment, second }: Pick<World, 'environment' | 'second'>) => {
  let odd = 1
  for (const owner of [environment, second]) {
    const views: Parameters<ReturnType<typeof aViewFactory>> = [
      { view_start: at(12).getTime(), video_title: 'Elsewhere' },
    ]
    for (const title of ['Cup final', `Night ${odd}`]) {
      const asset = await insertPlayableAsset(app, { environment: owner, title })
      await setColumn(database, 'assets', 'creator_id', `maker-${odd % 3}`, { id: asset.id })
      for (const day of [3, 9, 17, 28]) {
        odd += 1
        await insertDelivered(database, asset, { hour: at(day, odd), seconds: odd * 1237.3 })
        await insertDelivered(database, asset, {
          hour: at(day, odd),
          seconds: odd * 71.9,
          tier: '720p',
        })
        views.push({ view_start: at(day, odd).getTime() + 5000, asset_id: asset.id })
      }
      await insertSpan(database, asset, {
        kind: 'stored',
        seconds: 1000.5 * odd,
        from: at(odd % 9 || 1),
        until: null,
      })
      await insertSpan(database, asset, {
        kind: 'encoded',
        seconds: 333.3 * odd,
        from: at(4),
        until: at(4),
      })
    }
    await aViewFactory(clickhouse, owner)(...views)
  }
  await countDue(app)
}

interface Row {
  key: string | null
  meter: string
  cost_cents: number | null
  quantity: number
}

const sumsOf = (rows: readonly Row[]) => {
  const sums: Record<string, { cents: number; quantity: number }> = {}
  for (const { meter, cost_cents: cents, quantity } of rows) {
    const sum = (sums[meter] ??= { cents: 0, quantity: 0 })
    sum.cents += cents ?? 0
    sum.quantity = Math.round((sum.quantity + quantity) * 10) / 10
  }
  return sums
}

test('without prices there are quantities only', async () => {
  const world = await setUp()
  await fill(world)
  const { body } = await world.get(`usage?${timeframe}`)
  expect(body.currency).toBeNull()
  const delivered = body.data.find(
    (row: Row) => row.meter === 'delivered' && row.key === world.environment.id,
  )
  expect(delivered).toMatchObject({
    unit: 'minutes',
    cost_cents: null,
    name: world.environment.name,
  })
  const summary = await world.get(`usage/summary?month=${monthText(month)}`)
  expect(summary.body.data).toMatchObject({ currency: null, cost_cents: null, prices: null })
})

test('prices with a hole, a step out of order or twice the same are refused with what is wrong', async () => {
  const refused = (prices: unknown) => importPrices(prices).catch((error: Error) => error.message)
  expect(await refused([{ meter: 'delivered', tier: '1080p', steps: plain(1) }])).toBe(
    'No price for: delivered audio-only, delivered 720p, delivered 1440p, delivered 2160p.',
  )
  expect(
    await refused([
      {
        meter: 'live',
        steps: [
          { upto: 9, micros: 1 },
          { upto: 3, micros: 1 },
        ],
      },
    ]),
  ).toContain('Each step but the last needs a higher upto')
  expect(await refused([{ meter: 'live', steps: plain(-1) }])).toContain('prices.0.steps.0.micros')
  const twice = { meter: 'live', steps: plain(1) }
  expect(await refused([twice, twice])).toBe('Two prices for: live.')
  expect(await refused('{')).toBe('The file is not JSON.')
  expect(await run('prices export', {})).toEqual({ prices: [] })
})

test('environments, days, meters, titles and creators add up to the month, to the cent', async () => {
  const world = await setUp()
  await fill(world)
  const prices = [
    { meter: 'delivered', steps: [{ upto: 900, micros: 3_333_333 }, { micros: 1_234_567 }] },
    { meter: 'delivered', tier: '720p', steps: plain(777_777) },
    { meter: 'stored', steps: plain(70_000_001) },
    { meter: 'encoded', steps: plain(2_400_007) },
    { meter: 'views_hosted', steps: plain(1_500_000) },
    { meter: 'views_other', steps: plain(2_500_000) },
  ]
  const preview = await importPrices(prices, { preview: true })
  expect(preview).toMatchObject({ cents_before: null, currency: 'USD' })
  expect(await importPrices(prices)).toMatchObject({ version: 1, valid_from: monthText(month) })
  const { data: summary } = (await world.get(`usage/summary?month=${monthText(month)}`)).body
  expect(summary.cost_cents).toBeGreaterThan(1000)
  const expected = Object.fromEntries(
    summary.meters
      .filter(({ quantity }: Row) => quantity > 0)
      .map((row: Row) => [row.meter, row.cost_cents ?? 0]),
  )
  // Rounded to even halves by hand: sixteen views at 1.5 cents and two at 2.5.
  expect(expected).toMatchObject({ views_hosted: 24, views_other: 5 })
  for (const group of ['environment', 'day', 'meter', 'title', 'creator_id']) {
    const { body } = await world.get(`usage?${timeframe}&group_by=${group}`)
    const sums = sumsOf(body.data)
    const cents = Object.fromEntries(Object.entries(sums).map(([meter, sum]) => [meter, sum.cents]))
    expect({ group, ...cents }).toEqual({ group, ...expected })
  }
  const few = await world.get(`usage?${timeframe}&group_by=title&limit=1`)
  expect(few.body.more).toBe(3)
  expect(few.body.data.some(({ key }: Row) => key === null)).toBe(true)
  expect(sumsOf(few.body.data)['delivered']!.cents).toBe(expected['delivered'])
  const parts = await Promise.all(
    [world.environment, world.second].map(async ({ id }) => {
      const { body } = await world.get(`usage?${timeframe}&group_by=day&environment=${id}`)
      return sumsOf(body.data)['delivered']!.cents
    }),
  )
  expect(parts[0]! + parts[1]!).toBe(expected['delivered'])
})

test('the summary compares with the same moment of the month before, says what changed, and forecasts from days without usage too', async () => {
  const world = await setUp()
  const dayMs = 24 * hourMs
  const running = startOfMonth(clock.now())
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs
  const noons = Array.from(
    { length: (today - month.getTime()) / dayMs },
    (_, index) => month.getTime() + index * dayMs + dayMs / 2,
  ).filter((time) => ![0, 6].includes(new Date(time).getUTCDay()))
  // The second environment begins this month.
  const ofSecond = noons.filter((time) => time >= running.getTime())
  const four = (times: number[]) =>
    times.flatMap((time) => [0, 1, 2, 3].map((second) => ({ view_start: time + second * 1000 })))
  await aViewFactory(clickhouse, world.environment)(...four(noons))
  if (ofSecond.length > 0) await aViewFactory(clickhouse, world.second)(...four(ofSecond))
  await countDue(app)
  const { status, body } = await world.get('usage/summary')
  expect(status).toBe(200)
  const summary = body.data
  const elapsed = Date.parse(summary.counted_until) - running.getTime()
  const before = noons.filter(
    (time) => time < month.getTime() + elapsed && time < running.getTime(),
  )
  // Four views at 2.5 cents a day.
  expect(summary.cost_cents).toBe(20 * ofSecond.length)
  expect(summary.previous_cents ?? 0).toBe(10 * before.length)
  const changed = [
    { environment: world.second.name, difference_cents: 10 * ofSecond.length },
    {
      environment: world.environment.name,
      difference_cents: 10 * (ofSecond.length - before.length),
    },
  ].filter(({ difference_cents: cents }) => cents !== 0)
  // On the first of a month there is nothing to compare with.
  const reasons = await world.get('usage/reasons')
  expect(reasons.body.data).toMatchObject(summary.previous_cents === null ? [] : changed)
  const later = summary.forecast.days.slice(1)
  for (const { day, low_cents: low } of later)
    expect({ day, isFree: low === 0 }).toEqual({
      day,
      isFree: [0, 6].includes(new Date(day).getUTCDay()),
    })
})

test('BILL-021 the video and the data of one environment are read apart', async () => {
  const { environment, get } = await setUp()
  const names = async (part: string) => {
    const { status, body } = await get(`environments/${environment.id}/usage?part=${part}`)
    expect(status).toBe(200)
    return body.data.map(({ meter }: Row) => meter)
  }
  expect(await names('video')).toEqual(['delivered', 'stored', 'encoded', 'live'])
  expect(await names('data')).toEqual([
    'views_hosted',
    'views_other',
    'stored_bytes',
    'delivered_bytes',
  ])
})

test('a removed environment keeps its row, its name and its cost', async () => {
  const world = await setUp()
  await fill(world)
  const { environment, organization, admin } = world
  const rows = async () => {
    const { body } = await world.get(`usage?${timeframe}`)
    return body.data.filter(({ key }: Row) => key === environment.id)
  }
  const before = await rows()
  await call(`/ui/v1/environments/${environment.id}?name=${encodeURIComponent(environment.name)}`, {
    as: admin,
    organization,
    method: 'DELETE',
  })
  const after = await rows()
  expect(after).toEqual(
    before.map((row: Row) => ({ ...row, removed_at: expect.stringMatching(/^\d{4}-/) })),
  )
  const titles = await world.get(`usage?${timeframe}&group_by=title`)
  const whole = await world.get(`usage?${timeframe}&group_by=meter`)
  expect(sumsOf(titles.body.data)['delivered']).toEqual(sumsOf(whole.body.data)['delivered'])
  expect((await world.get(`environments/${environment.id}/usage`)).status).toBe(200)
})

test('another organization sees nothing of it, and its environments are not found', async () => {
  const world = await setUp()
  const other = await setUp()
  await fill(world)
  const foreign = await other.get(`usage?${timeframe}&environment=${world.environment.id}`)
  expect(foreign.status).toBe(404)
  expect((await other.get(`usage?${timeframe}`)).body.data).toEqual([])
  expect((await other.get(`environments/${world.environment.id}/usage`)).status).toBe(404)
  expect((await world.get('usage', world.member)).status).toBe(403)
  expect((await world.get('usage?timeframe[]=never')).status).toBe(400)
  expect((await world.get('usage/summary?month=2026-13')).status).toBe(400)
})

test('rows are sent as CSV to those who accept it', async () => {
  const world = await setUp()
  await fill(world)
  const { admin, organization } = world
  const { status, headers, body } = await call(`/ui/v1/usage?${timeframe}&group_by=meter`, {
    as: admin,
    organization,
    headers: { accept: 'text/csv' },
  })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/csv')
  expect(String(body)).toContain('key,name,removed_at,meter,tier,quality,unit,quantity,cost_cents')
})

test('a program reads what its environment cost with a token that may read the system', async () => {
  const { environment, second, organization, admin, member, get } = await setUp()
  await importPrices([{ meter: 'delivered', steps: plain(8000) }])
  await fill({ environment, second })
  const token = await make.accessToken(environment, ['system:read'])
  for (const group of ['meter', 'day', 'title', 'creator_id']) {
    const query = `group_by=${group}&${timeframe}`
    const { status, body } = await call(`/system/v1/usage?${query}`, { token })
    expect(status).toBe(200)
    // The same as on the screen of the environment, and less than that of the organization.
    expect(body).toEqual((await get(`usage?${query}&environment=${environment.id}`)).body)
    expect(sumsOf(body.data).delivered!.cents).toBeGreaterThan(0)
    expect(sumsOf(body.data).delivered!.cents).toBeLessThan(
      sumsOf((await get(`usage?${query}`)).body.data).delivered!.cents,
    )
  }
  const other = await make.accessToken(environment, ['video:read'])
  expect((await call('/system/v1/usage', { token: other })).status).toBe(403)
  expect((await call('/system/v1/usage')).status).toBe(401)
  // Money is for admins.
  const asked = { organization, environment }
  expect((await call('/system/v1/usage', { as: member, ...asked })).status).toBe(403)
  expect((await call('/system/v1/usage', { as: admin, ...asked })).status).toBe(200)
})
