import { expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { runAllInvoices } from '../course/run-invoices.ts'
import { invoicesServer } from '../index.ts'
import { insertUsage, setHoursClosed } from '../testing-invoices.sql.ts'

const { app, call, clock, database } = await startTestApp(
  [invoicesServer, operatorServer, paymentsServer, plansServer, usageServer],
  { settings: { PLAYHEAD_BILLING: 'invoice' } },
)
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const at = (time: string) => (clock.now = () => new Date(time))
at('2026-05-01T00:00:00Z')

const enter = (path: string, body: object) => call(`/ui/v1/operator/${path}`, { as: staff, body })
const enterPrices = (micros: number, after: number | null) =>
  enter('prices', {
    prices: {
      text: JSON.stringify({
        valid_from: '2026-05',
        prices: [
          { meter: 'delivered', steps: [{ micros }] },
          { meter: 'stored_bytes', steps: [{ micros: 2_000_000 }] },
        ],
      }),
      after_version: after,
    },
  })
const plan = { name: 'Pro', flags: {}, fees: { month: 5000, year: 50_000 }, included: {} }
await enter('plans', { plans: { text: JSON.stringify({ plans: [plan] }) } })

const dearest = 1_000_000_000_000

test('the highest price and a thousand million minutes are exact on the screens, the invoice and the CSV', async () => {
  for (const micros of [dearest + 1, 1e15, 1e300])
    expect((await enterPrices(micros, null)).status, String(micros)).toBe(400)
  expect((await enterPrices(dearest, null)).status).toBe(201)

  const { admin, organization, environment } = await make.world()
  const formula = '=HYPERLINK("https://evil.example","Open")'
  await setColumn(database, 'environments', 'name', formula, { id: environment.id })
  await setColumn(database, 'environments', 'created_at', '2026-05-01T00:00:00Z', {
    id: environment.id,
  })
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pro' } },
  })
  const may = { hour: new Date('2026-05-01T00:00:00Z'), meter: 'delivered', tier: '1080p' }
  const used = { ...may, quantity: 60_000_000_000 }
  await insertUsage(database, { id: environment.id, organizationId: organization.id }, used)
  await runAllInvoices(app)
  await setHoursClosed(database, organization, new Date('2026-06-01T00:00:00Z'))
  at('2026-06-02T00:00:00Z')
  await runAllInvoices(app)

  const read = (path: string, headers = {}) =>
    call(`/ui/v1/${path}`, { as: admin, organization, headers })
  const usageCents = dearest * 1000
  const [, invoice] = (await read('invoices')).body.data as Json[]
  expect(invoice).toMatchObject({ status: 'open', total_cents: usageCents + 5000 })
  expect((await read('outstanding-balances')).body.data.balances).toMatchObject([
    { cents: usageCents + 5000 },
  ])
  const summary = await read('usage/summary?month=2026-05')
  expect([summary.status, summary.body.data.cost_cents]).toEqual([200, usageCents])

  const quoted = `"'${formula.replaceAll('"', '""')}"`
  const csv = await read(`billing/invoices/${invoice!.id}/csv`)
  expect(csv.body).toContain(quoted)
  const time = ['2026-05-01', '2026-06-01'].map((day) => Date.parse(day) / 1000)
  const timeframe = time.map((second) => `timeframe[]=${second}`).join('&')
  const usage = await read(`usage?${timeframe}`, { accept: 'text/csv' })
  expect(usage.body).toContain(quoted)
  for (const { body } of [csv, usage]) expect(body).not.toMatch(/(^|,|\n)"?=/)
})

test('a petabyte that is stored for a month is counted, shown and invoiced', async () => {
  at('2026-07-01T00:00:00Z')
  const { admin, organization, environment } = await make.world()
  await setColumn(database, 'environments', 'created_at', '2026-07-01T00:00:00Z', {
    id: environment.id,
  })
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pro' } },
  })
  const stored = { meter: 'stored_bytes', tier: '', quality: '' }
  const hoursOfMonth = 31 * 24
  const petabyte = 1_000_000_000_000_000
  const owner = { id: environment.id, organizationId: organization.id }
  // Ten rows stand for all hours: an hour alone has no room for a petabyte in each of them.
  for (let hour = 0; hour < 10; hour += 1)
    await insertUsage(database, owner, {
      ...stored,
      hour: new Date(Date.UTC(2026, 6, 1, hour)),
      quantity: (petabyte / 10) * hoursOfMonth,
    })
  await runAllInvoices(app)
  await setHoursClosed(database, organization, new Date('2026-08-01T00:00:00Z'))
  at('2026-08-02T00:00:00Z')
  await runAllInvoices(app)

  const read = (path: string) => call(`/ui/v1/${path}`, { as: admin, organization })
  // A million GB for 744 of 730 hours, at two cents.
  const cents = Math.round((1_000_000 * hoursOfMonth * 2) / 730)
  const summary = await read('usage/summary?month=2026-07')
  expect([summary.status, summary.body.data?.cost_cents]).toEqual([200, cents])
  const [, invoice] = (await read('invoices')).body.data as Json[]
  expect(invoice).toMatchObject({ status: 'open', total_cents: cents + 5000 })
  const lines = (await read(`invoices/${invoice!.id}`)).body.data.lines as Json[]
  expect(lines.find(({ meter }) => meter === 'stored_bytes')?.amount_cents).toBe(cents)
})
