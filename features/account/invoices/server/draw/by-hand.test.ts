import { expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { runAllInvoices } from '../course/run-invoices.ts'
import { invoicesServer } from '../index.ts'
import { setHoursClosed } from '../testing-invoices.sql.ts'
import { insertUnevenHours, readLinesByHand } from './testing-by-hand.sql.ts'

const { app, call, clock, database } = await startTestApp(
  [invoicesServer, operatorServer, paymentsServer, plansServer, usageServer],
  { settings: { PLAYHEAD_BILLING: 'invoice' } },
)
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const at = (time: string) => (clock.now = () => new Date(time))
const enter = async (path: string, body: object) =>
  expect((await call(`/ui/v1/operator/${path}`, { as: staff, body })).status).toBe(201)

const from = new Date('2026-05-01T00:00:00Z')
const until = new Date('2026-06-01T00:00:00Z')
const changedAt = new Date('2026-05-12T07:00:00Z')
const share = (changedAt.getTime() - from.getTime()) / (until.getTime() - from.getTime())
const plans = [
  { name: 'Starter', fees: { month: 4900, year: 49_000 }, included: { delivered: 20_000 } },
  { name: 'Pro', fees: { month: 49_900, year: 499_000 }, included: { delivered: 300_000 } },
]

test('an invoice is what SQL makes of its hours and prices without any code of the product, to the cent', async () => {
  at('2026-05-01T00:00:00Z')
  await enter('plans', { plans: { text: JSON.stringify({ plans }) } })
  await enter('prices', {
    prices: {
      text: JSON.stringify({
        valid_from: '2026-05',
        prices: [
          { meter: 'delivered', steps: [{ upto: 100_000, micros: 8000 }, { micros: 6000 }] },
          { meter: 'delivered', tier: '2160p', steps: [{ micros: 16_000 }] },
          { meter: 'stored', steps: [{ micros: 30_000 }] },
          { meter: 'views_other', steps: [{ micros: 2_100_000 }] },
        ],
      }),
      after_version: null,
    },
  })
  const { admin, organization } = await make.world()
  await make.environment(organization)
  await setColumn(database, 'environments', 'created_at', from, {
    organization_id: organization.id,
  })
  const setPlan = (plan: string) =>
    call(`/ui/v1/operator/organizations/${organization.id}`, {
      as: staff,
      method: 'PUT',
      body: { organization: { plan } },
    })
  await setPlan('Starter')
  await runAllInvoices(app)
  at(changedAt.toISOString())
  await setPlan('Pro')
  const month = { organizationId: organization.id, from, until }
  await insertUnevenHours(database, month)
  await setHoursClosed(database, organization, until)
  at('2026-06-02T00:00:00Z')
  await runAllInvoices(app)

  const as = { as: admin, organization }
  const invoices = (await call('/ui/v1/invoices', as)).body.data as Json[]
  const id = invoices.find(({ number }) => number !== null).id as string
  const drawn = (await readRows(database, 'invoice_lines', { invoice_id: id })).toSorted(
    (one, other) => Number(one['position']) - Number(other['position']),
  )
  const fees = [4900 * share, 49_900 * (1 - share)].map(Math.round)
  expect(
    drawn.filter(({ kind }) => kind === 'fee').map(({ amount_cents: cents }) => Number(cents)),
  ).toEqual(fees)

  const includedSeconds = (20_000 * share + 300_000 * (1 - share)) * 60
  const byHand = await readLinesByHand(database, { ...month, includedSeconds })
  expect(byHand).toHaveLength(10)
  const used = drawn.filter(({ kind }) => kind === 'usage')
  expect(
    used.map((line) => ({
      environment_id: line['environment_id'],
      meter: line['meter'],
      tier: line['tier'],
      quality: line['quality'],
      quantity: String(line['quantity']),
      included: Number(line['included']).toFixed(1),
      cents: String(line['amount_cents']),
    })),
  ).toEqual(byHand)
  const total = [...fees, ...byHand.map(({ cents }) => Number(cents))].reduce(
    (sum, cents) => sum + cents,
    0,
  )
  const [invoice] = await readRows(database, 'invoices', { id })
  expect(Number(invoice!['total_cents'])).toBe(total)
})
