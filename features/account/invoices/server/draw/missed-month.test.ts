import { expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { paymentsServer } from '@playhead/features/account/payments/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { runAllInvoices } from '../course/run-invoices.ts'
import { invoicesServer } from '../index.ts'

const features = [invoicesServer, operatorServer, paymentsServer, plansServer]
const { app, call, clock, database } = await startTestApp(features, {
  settings: { PLAYHEAD_BILLING: 'invoice' },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const plan = { name: 'Pro', flags: {}, fees: { month: 5000, year: 50_000 }, included: {} }
await call('/ui/v1/operator/plans', {
  as: staff,
  body: { plans: { text: JSON.stringify({ plans: [plan] }) } },
})

const at = (time: string) => (clock.now = () => new Date(time))
const runAt = async (time: string) => {
  at(time)
  await runAllInvoices(app)
}

const subscribe = async (time: string) => {
  at(time)
  const { organization } = await make.world()
  const { status } = await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pro' } },
  })
  expect(status).toBe(200)
  return organization
}

const monthsOf = async ({ id }: { id: string }) =>
  (await readRows(database, 'invoices', { organization_id: id }))
    .map(
      (row) =>
        `${(row['period_start'] as Date).toISOString().slice(0, 7)} ${String(row['status'])}`,
    )
    .toSorted()

test('a plan that began after the last run of a month is invoiced for it, and no month from before there were invoices', async () => {
  const first = await subscribe('2026-03-10T00:00:00Z')
  // Until here the server showed usage alone.
  await runAt('2026-05-01T00:00:00Z')
  expect(await monthsOf(first)).toEqual(['2026-05 waiting'])
  const last = await subscribe('2026-05-31T23:59:00Z')
  const later = await subscribe('2026-06-01T00:01:00Z')
  await runAt('2026-06-01T00:02:00Z')
  expect(await monthsOf(last)).toEqual(['2026-05 pending', '2026-06 waiting'])
  expect(await monthsOf(later)).toEqual(['2026-06 waiting'])
  await runAt('2026-06-01T00:07:00Z')
  expect(await monthsOf(last)).toEqual(['2026-05 pending', '2026-06 waiting'])
  // Again usage alone, for more than a month. No environment has an hour of June, so its fee is issued.
  await runAt('2026-08-02T00:00:00Z')
  expect(await monthsOf(later)).toEqual(['2026-06 open', '2026-08 waiting'])
})
