import { beforeAll, expect, test } from 'vitest'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { countDue } from '../counting/count-usage.ts'
import { usageServer } from '../index.ts'
import { addMonths, monthText, startOfMonth } from '../report/months.ts'
import { insertDelivered } from '../testing-usage.sql.ts'

const { app, call, clock, database } = await startTestApp([usageServer], {
  clickhouse: await makeTestClickHouse(),
})
const make = aFactory(database)
const thisMonth = startOfMonth(clock.now())
const lastMonth = addMonths(thisMonth, -1)

let staff: TestPerson
beforeAll(async () => {
  staff = await make.person({ isStaff: true })
})

const textOf = (prices: object[], overrides: object = {}) =>
  JSON.stringify({ prices, ...overrides })
const live = (micros: number) => ({ meter: 'live', steps: [{ micros }] })
const delivered = (micros: number) => ({ meter: 'delivered', steps: [{ micros }] })

const retrieve = (query = '') => call(`/ui/v1/operator/prices${query}`, { as: staff })
const create = (text: string, afterVersion: number | null) =>
  call('/ui/v1/operator/prices', {
    as: staff,
    body: { prices: { text, after_version: afterVersion } },
  })
const preview = (text: string) =>
  call('/ui/v1/operator/prices/preview', { as: staff, body: { prices: { text } } })

test('a version is entered, shown, and followed by the next one; all are kept', async () => {
  expect((await retrieve()).body.data).toEqual({ book: null, versions: [] })
  const first = await create(textOf([live(1)], { valid_from: monthText(lastMonth) }), null)
  expect(first.status).toBe(201)
  const next = textOf([live(2), delivered(5)], {
    currency: 'EUR',
    valid_from: monthText(addMonths(thisMonth, 1)),
  })
  expect((await create(next, 1)).body.data).toMatchObject({ version: 2, is_current: false })
  const { book, versions } = (await retrieve()).body.data
  expect(versions).toMatchObject([
    { version: 2, currency: 'EUR', created_by: staff.email, is_current: false },
    { version: 1, currency: 'USD', valid_from: monthText(lastMonth), is_current: true },
  ])
  expect(book).toMatchObject({ version: 2, lines: [{ meter: 'live' }, { meter: 'delivered' }] })
  expect(JSON.parse(book.text)).toEqual(JSON.parse(next))
  expect((await retrieve('?version=1')).body.data.book.lines).toEqual([
    { meter: 'live', tier: null, quality: null, steps: [{ upto: null, micros: 1 }] },
  ])
  expect((await retrieve('?version=9')).status).toBe(404)
  expect(await readRows(database, 'changes', { action: 'prices.entered' })).toMatchObject([
    { organization_id: null, subject_id: 'version 1' },
    { subject_id: 'version 2' },
  ])
})

test('400 says which price is wrong and where, and enters nothing', async () => {
  const before = (await retrieve()).body.data.versions.length
  const messagesOf = async (text: string) => {
    const refused = [await preview(text), await create(text, before)]
    expect(refused.map(({ status }) => status)).toEqual([400, 400])
    expect(refused[0]!.body.error.messages).toEqual(refused[1]!.body.error.messages)
    return refused[0]!.body.error.messages
  }
  expect(await messagesOf('{')).toEqual(['The file is not JSON.'])
  for (const micros of [-1, 0.5, 1e13, 1e19])
    expect(await messagesOf(textOf([{ ...delivered(micros), tier: '720p' }]))).toEqual([
      'delivered 720p, prices.0.steps.0.micros: Write a whole number from 0 to 1000000000000, in millionths of a cent.',
    ])
  expect(await messagesOf(textOf([{ ...delivered(1), tier: '720p' }]))).toEqual([
    'No price for: delivered audio-only, delivered 1080p, delivered 1440p, delivered 2160p.',
  ])
  expect(await messagesOf('{"prices":[{"meter":"__proto__"},null,7]}')).toHaveLength(4)
  expect((await retrieve()).body.data.versions).toHaveLength(before)
})

test('prices that were edited beside a newer version are refused', async () => {
  const { versions } = (await retrieve()).body.data
  const refused = await create(textOf([live(3)]), versions.length - 1)
  expect(refused.status).toBe(400)
  expect(refused.body.error.messages).toEqual([
    `Version ${versions.length} is newer than the one you edited. Review it before you save.`,
  ])
  expect((await retrieve()).body.data.versions).toEqual(versions)
})

test('the preview compares what usage would have cost last month, and changes nothing', async () => {
  const { environment } = await make.world()
  const asset = await insertPlayableAsset(app, { environment })
  await insertDelivered(database, asset, { hour: lastMonth, seconds: 600 })
  await countDue(app)
  const seen = await preview(textOf([delivered(7_000_000)], { currency: 'EUR' }))
  expect(seen).toMatchObject({
    status: 200,
    body: {
      data: {
        month: monthText(lastMonth),
        organizations: 1,
        currency: 'EUR',
        cents: 70,
        currency_before: 'USD',
        cents_before: 0,
      },
    },
  })
})

test('403 for people who are not staff', async () => {
  const { admin, organization } = await make.world()
  const as = { as: admin, organization }
  expect((await call('/ui/v1/operator/prices', as)).status).toBe(403)
  const body = { prices: { text: textOf([live(1)]), after_version: null } }
  expect((await call('/ui/v1/operator/prices', { ...as, body })).status).toBe(403)
})
