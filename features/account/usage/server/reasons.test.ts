import { expect, test } from 'vitest'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { countDue } from './counting/count-usage.ts'
import { usageServer } from './index.ts'
import { addMonths, monthText, startOfMonth } from './report/months.ts'
import { insertDelivered } from './testing-usage.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp([environmentsServer, usageServer], {
  clickhouse,
})
const make = aFactory(database)

const hourMs = 3_600_000
/** Two months that are over. */
const month = addMonths(startOfMonth(clock.now()), -1)
const before = addMonths(month, -1)
const noon = (of: Date, day: number) => new Date(of.getTime() + ((day - 1) * 24 + 12) * hourMs)

const enterPrices = async () => {
  const staff = await make.person({ isStaff: true })
  // A cent a minute.
  const prices = [{ meter: 'delivered', steps: [{ micros: 1_000_000 }] }]
  const text = JSON.stringify({ currency: 'USD', valid_from: monthText(before), prices })
  const { versions } = (await call('/ui/v1/operator/prices', { as: staff })).body.data
  const { status } = await call('/ui/v1/operator/prices', {
    as: staff,
    body: { prices: { text, after_version: versions[0]?.version ?? null } },
  })
  expect(status).toBe(201)
}

const minutes = async (
  environment: { id: string; organizationId: string },
  title: string,
  given: { of: Date; minutes: number }[],
) => {
  const asset = await insertPlayableAsset(app, { environment, title })
  for (const one of given)
    await insertDelivered(database, asset, { hour: noon(one.of, 5), seconds: one.minutes * 60 })
}

const setUp = async () => {
  const { organization, environment, admin, member } = await make.world()
  const second = await make.environment(organization)
  const ask = (as = admin) =>
    call(`/ui/v1/usage/reasons?month=${monthText(month)}`, { as, organization })
  return { environment, second, member, ask }
}

test('what changed is listed by environment and meter, with the titles that changed the same way', async () => {
  await enterPrices()
  const { environment, second, ask, member } = await setUp()
  await minutes(environment, 'Cup final', [{ of: month, minutes: 900 }])
  await minutes(environment, 'Nightly News', [
    { of: before, minutes: 100 },
    { of: month, minutes: 250 },
  ])
  await minutes(environment, 'Old series', [{ of: before, minutes: 50 }])
  await minutes(second, 'Cartoon', [
    { of: before, minutes: 300 },
    { of: month, minutes: 120 },
  ])
  await countDue(app)
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(body.data).toEqual([
    {
      environment_id: environment.id,
      environment: environment.name,
      meter: 'delivered',
      difference_cents: 1000,
      titles: [
        { title: 'Cup final', difference_cents: 900 },
        { title: 'Nightly News', difference_cents: 150 },
      ],
    },
    {
      environment_id: second.id,
      environment: second.name,
      meter: 'delivered',
      difference_cents: -180,
      titles: [{ title: 'Cartoon', difference_cents: -180 }],
    },
  ])
  expect((await ask(member)).status).toBe(403)
})

test('a month without one before it has nothing to explain', async () => {
  await enterPrices()
  const { environment, ask } = await setUp()
  await minutes(environment, 'Cup final', [{ of: month, minutes: 900 }])
  await countDue(app)
  expect((await ask()).body.data).toEqual([])
})
