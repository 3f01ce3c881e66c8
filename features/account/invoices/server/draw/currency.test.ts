import { expect, test } from 'vitest'
import { billingServer } from '@playhead/features/account/billing/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { plansServer } from '@playhead/features/account/plans/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { runAllInvoices } from '../course/run-invoices.ts'
import { invoicesServer } from '../index.ts'
import { insertUsage, setHoursClosed } from '../testing-invoices.sql.ts'

const { app, call, clock, database } = await startTestApp(
  [billingServer, invoicesServer, operatorServer, plansServer, usageServer],
  { settings: { PLAYHEAD_BILLING: 'invoice' } },
)
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const at = (time: string) => (clock.now = () => new Date(time))

test('usage of a plan without fees is billed in the currency of the prices', async () => {
  at('2026-05-01T00:00:00Z')
  const prices = [{ meter: 'delivered', steps: [{ micros: 1_000_000 }] }]
  const text = JSON.stringify({ currency: 'EUR', valid_from: '2026-05', prices })
  await call('/ui/v1/operator/prices', {
    as: staff,
    body: { prices: { text, after_version: null } },
  })
  const { admin, organization, environment } = await make.world()
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { plan: 'Pay as you go' } },
  })
  await insertUsage(
    database,
    { id: environment.id, organizationId: organization.id },
    { hour: new Date('2026-05-01T00:00:00Z'), meter: 'delivered', tier: '1080p', quantity: 600 },
  )
  const as = { as: admin, organization }
  const { money } = (await call('/ui/v1/organization/billing', as)).body.data
  expect(money).toMatchObject({ currency: 'EUR', usage_currency: 'EUR', usage_cents: 10 })

  await runAllInvoices(app)
  await setHoursClosed(database, organization, new Date('2026-06-01T00:00:00Z'))
  at('2026-06-02T12:00:00Z')
  await runAllInvoices(app)
  const { data } = (await call('/ui/v1/invoices', as)).body
  expect(data.at(-1)).toMatchObject({ month: '2026-05', currency: 'EUR', total_cents: 10 })
})
