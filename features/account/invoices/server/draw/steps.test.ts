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
const may = new Date('2026-05-01T00:00:00Z')
const june = new Date('2026-06-01T00:00:00Z')
at('2026-05-01T00:00:00Z')

const enter = async (path: string, body: object) =>
  expect((await call(`/ui/v1/operator/${path}`, { as: staff, body })).status).toBe(201)

const plans = [{ name: 'Pro', fees: { month: 5000, year: 50_000 }, included: { delivered: 100 } }]
await enter('plans', { plans: { text: JSON.stringify({ plans }) } })
const prices = [
  {
    meter: 'delivered',
    steps: [
      { upto: 1000, micros: 1_000_000 },
      { upto: 3000, micros: 333_333 },
      { micros: 100_000 },
    ],
  },
  { meter: 'encoded', steps: [{ micros: 2_000_000 }] },
]
await enter('prices', {
  prices: { text: JSON.stringify({ valid_from: '2026-05', prices }), after_version: null },
})

const drawInvoice = async (minutes: number[]) => {
  at('2026-05-01T00:00:00Z')
  const { admin, organization, environment } = await make.world()
  const environments = [environment]
  while (environments.length < minutes.length)
    environments.push(await make.environment(organization))
  await setColumn(database, 'environments', 'created_at', may, { organization_id: organization.id })
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pro' } },
  })
  await runAllInvoices(app)
  for (const [index, { id }] of environments.entries())
    for (const meter of ['delivered', 'encoded'])
      await insertUsage(
        database,
        { id, organizationId: organization.id },
        { hour: may, meter, tier: '1080p', quantity: minutes[index]! * 60 },
      )
  await setHoursClosed(database, organization, june)
  at('2026-06-02T00:00:00Z')
  await runAllInvoices(app)
  const read = async (path: string) =>
    (await call(`/ui/v1/${path}`, { as: admin, organization })).body
  const list = (await read('invoices')).data as Json[]
  const { id } = list.find(({ number }) => number !== null)
  const detail = async () => (await read(`invoices/${id}`)).data
  const csv = async () => (await read(`billing/invoices/${id}/csv`)) as string
  return { id: id as string, detail, csv }
}

const delivered = (lines: Json[]) => lines.filter(({ meter }) => meter === 'delivered')

test('BILL-022 each step of a price is on the invoice with its quantity and price, and they add up to the line', async () => {
  const { detail, csv } = await drawInvoice([5100])
  const { lines, snapshot } = await detail()
  const [line] = delivered(lines)
  // 100 minutes are included: 1000 at a cent, 2000 at a third of one, and 2000 at a tenth.
  expect(line).toMatchObject({
    quantity: 5100,
    included: 100,
    unit_micros: null,
    amount_cents: 1867,
    steps: [
      { from: 0, upto: 1000, quantity: 1000, unit_micros: 1_000_000, amount_cents: 1000 },
      { from: 1000, upto: 3000, quantity: 2000, unit_micros: 333_333, amount_cents: 667 },
      { from: 3000, upto: null, quantity: 2000, unit_micros: 100_000, amount_cents: 200 },
    ],
  })
  for (const other of lines.filter((one: Json) => one !== line)) expect(other.steps).toBeNull()
  expect(snapshot.notes).toContain(
    'The steps of a price begin after what the plan includes, and count the usage of all environments together.',
  )
  const row = (await csv()).split('\r\n').find((text) => text.includes('"Delivered, 1080p"'))
  expect(row).toContain('1867,1000 x 1000000 = 1000; 2000 x 333333 = 667; 2000 x 100000 = 200')
})

test('BILL-022 the steps of several environments are those of the organization', async () => {
  const { detail } = await drawInvoice([1700, 1700, 1707])
  const lines = delivered((await detail()).lines)
  expect(lines).toHaveLength(3)
  const widths = new Map<number, number>()
  for (const { steps, amount_cents: cents, quantity, included } of lines) {
    const sum = (of: string) => steps.reduce((all: number, step: Json) => all + step[of], 0)
    expect(sum('amount_cents')).toBe(cents)
    expect(sum('quantity')).toBeCloseTo(quantity - included, 2)
    for (const step of steps)
      widths.set(step.from, (widths.get(step.from) ?? 0) + (step.quantity as number))
  }
  expect([...widths].map(([from, width]) => [from, Math.round(width)])).toEqual([
    [0, 1000],
    [1000, 2000],
    [3000, 2007],
  ])
})

test('BILL-029 an invoice from before steps were kept stays as it was drawn', async () => {
  const { id, detail } = await drawInvoice([5100])
  await setColumn(database, 'invoice_lines', 'steps', null, { invoice_id: id })
  const [line] = delivered((await detail()).lines)
  expect(line).toMatchObject({ unit_micros: null, amount_cents: 1867, steps: null })
})
