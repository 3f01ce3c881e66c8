import { expect, test } from 'vitest'
import { feeLines } from '@playhead/domain/rating/fee-lines.ts'
import { operatorServer } from '@playhead/features/account/operator/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { plansServer } from '../index.ts'
import { spansOf } from '../subscription/spans-of.ts'

const { app, call, clock, database } = await startTestApp([operatorServer, plansServer], {
  settings: { PLAYHEAD_BILLING: 'invoice' },
})
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
const fees = { Starter: 1000, Developer: 2000, Pro: 3000 }
await call('/ui/v1/operator/plans', {
  as: staff,
  body: {
    plans: {
      text: JSON.stringify({
        plans: Object.entries(fees).map(([name, month]) => ({
          name,
          fees: { month, year: 10 * month },
        })),
      }),
    },
  },
})

test('plans that are chosen at once, by admins and the operator, end as one after the other: no moment has two fees or none', async () => {
  const { admin, organization } = await make.world()
  const choose = (id: string, frequency: string) =>
    call('/ui/v1/billing/plan', {
      as: admin,
      organization,
      body: { plan_id: id, billing_frequency: frequency },
    })
  const assign = (plan: string) =>
    call(`/ui/v1/operator/organizations/${organization.id}`, {
      as: staff,
      method: 'PUT',
      body: { organization: { plan } },
    })
  const begun = clock.now()
  const answers = await Promise.all([
    choose('starter', 'month'),
    choose('pro', 'month'),
    assign('Developer'),
    choose('developer', 'month'),
    choose('pro', 'month'),
    assign('Starter'),
    choose('starter', 'month'),
    choose('pro', 'month'),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))

  const from = new Date(Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth(), 1))
  const until = new Date(Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + 1, 1))
  const tenant = { id: organization.id, postgres: app.postgres }
  const spans = await spansOf(tenant, { from, until })
  expect(spans.at(-1)?.until).toBeNull()
  for (const [index, span] of spans.slice(1).entries())
    expect(span.from).toEqual(spans[index]!.until)
  const [row] = await readRows(database, 'subscriptions', { organization_id: organization.id })
  expect(spans.at(-1)).toMatchObject({
    planId: row!['plan_id'],
    planVersion: row!['plan_version'],
    frequency: row!['billing_frequency'],
  })
  const [{ plan }] = (await readRows(database, 'organizations', { id: organization.id })) as [
    { plan: string },
  ]
  expect(spans.at(-1)?.planName).toBe(plan)
  const charged = feeLines(spans, { from, until }).reduce((sum, { cents }) => sum + cents, 0n)
  expect(Number(charged)).toBeLessThanOrEqual(fees.Pro)
})
