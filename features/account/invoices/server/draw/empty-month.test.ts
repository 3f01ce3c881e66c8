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

const enter = async (path: string, body: object) =>
  expect((await call(`/ui/v1/operator/${path}`, { as: staff, body })).status).toBe(201)
const plan = { name: 'Pay as you go', flags: {}, fees: { month: 0, year: 0 }, included: {} }
await enter('plans', { plans: { text: JSON.stringify({ plans: [plan] }) } })
const prices = [{ meter: 'delivered', steps: [{ micros: 1_000_000 }] }]
await enter('prices', {
  prices: { text: JSON.stringify({ valid_from: '2026-05', prices }), after_version: null },
})

test('what is counted late for a month without an invoice is a correction of the next one, once', async () => {
  at('2026-05-01T00:00:00Z')
  const { admin, organization, environment } = await make.world()
  await setColumn(database, 'environments', 'created_at', '2026-05-01T00:00:00Z', {
    id: environment.id,
  })
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pay as you go' } },
  })
  const use = (month: string, seconds: number, revision = 0) =>
    insertUsage(
      database,
      { id: environment.id, organizationId: organization.id },
      {
        hour: new Date(`${month}-01T00:00:00Z`),
        meter: 'delivered',
        tier: '1080p',
        quantity: seconds,
        revision,
      },
    )
  const runAt = async (month: string) => {
    await setHoursClosed(database, organization, new Date(`${month}-01T00:00:00Z`))
    at(`${month}-02T00:00:00Z`)
    await runAllInvoices(app)
  }
  const as = { as: admin, organization }
  const issued = async () =>
    ((await call('/ui/v1/invoices', as)).body.data as Json[]).filter(
      ({ number }) => number !== null,
    )
  const linesOf = async ({ id }: Json) =>
    (await call(`/ui/v1/invoices/${id}`, as)).body.data.lines as Json[]

  await runAllInvoices(app)
  for (const month of ['2026-06', '2026-07']) await runAt(month)
  expect(await issued()).toEqual([])
  await use('2026-05', 600)
  await runAt('2026-08')
  const [july] = await issued()
  expect(await linesOf(july)).toMatchObject([
    {
      kind: 'correction',
      description: 'Correction of May 2026: Delivered, 1080p',
      quantity: 10,
      amount_cents: 10,
    },
  ])
  await use('2026-08', 60)
  await use('2026-06', 120)
  await use('2026-05', 60, 1)
  await runAt('2026-09')
  const [august] = await issued()
  expect(
    (await linesOf(august)).map(({ description, amount_cents: cents }) => [description, cents]),
  ).toEqual([
    ['Delivered, 1080p', 1],
    ['Correction of June 2026: Delivered, 1080p', 2],
    ['Correction of May 2026: Delivered, 1080p', 1],
  ])
})
