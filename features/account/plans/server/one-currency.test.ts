import { expect, test } from 'vitest'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { plansServer } from './index.ts'

const { call, clock, database } = await startTestApp(
  [operatorServer, organizationsServer, plansServer, usageServer],
  { settings: { PLAYHEAD_BILLING: 'invoice' } },
)
const make = aFactory(database)
const staff = await make.person({ isStaff: true })
let now = new Date('2026-05-10T00:00:00Z')
clock.now = () => now

const offer = (fee: number, currency: string, path = '') => {
  const plan = { name: 'Pro', flags: {}, fees: { month: fee, year: fee * 10 }, currency }
  return call(`/ui/v1/operator/plans${path}`, {
    as: staff,
    body: { plans: { text: JSON.stringify({ plans: [plan] }) } },
  })
}

let newest: number | null = null
const price = async (currency: string, from: string, path = '') => {
  const prices = [{ meter: 'views_other', steps: [{ micros: 100 }] }]
  const text = JSON.stringify({ currency, valid_from: from, prices })
  const after = path === '' && { after_version: newest }
  const { status, body } = await call(`/ui/v1/operator/prices${path}`, {
    as: staff,
    body: { prices: { text, ...after } },
  })
  if (status === 201) newest = body.data.version
  return status < 300 ? status : body.error.messages
}

/** An organization that has Pro, and is given another plan. */
const has = async (organization: { id: string }, plan: string) =>
  expect(
    (
      await call(`/ui/v1/operator/organizations/${organization.id}`, {
        as: staff,
        method: 'PUT',
        body: { organization: { plan } },
      })
    ).status,
  ).toBe(200)

test('fees and prices are on one bill: neither is entered in another currency than the other', async () => {
  expect((await offer(90_000, 'JPY', '/preview')).status).toBe(200)
  expect(await price('EUR', '2026-05')).toBe(201)
  for (const path of ['', '/preview'])
    expect((await offer(90_000, 'JPY', path)).body.error.messages).toEqual([
      'Pro: its fees are in JPY, and prices are in EUR.',
    ])
  expect((await offer(90_000, 'EUR')).body.data).toHaveLength(1)

  const refused = ['Pro: its fees are in EUR, and these prices are in USD.']
  for (const path of ['', '/preview']) expect(await price('USD', '2026-06', path)).toEqual(refused)
  expect(await price('EUR', '2026-06')).toBe(201)

  // Offered without a fee, the plan still has the fees of its old version in the organization that keeps it.
  const { organization } = await make.world()
  await has(organization, 'Pro')
  expect((await offer(0, 'EUR')).body.data).toHaveLength(1)
  expect(await price('USD', '2026-06')).toEqual(refused)
  now = new Date('2026-05-20T00:00:00Z')
  await has(organization, 'Starter')
  // Pro has its part of May.
  expect(await price('USD', '2026-05')).toEqual(refused)
  expect(await price('USD', '2026-06')).toBe(201)
  expect((await offer(90_000, 'USD')).body.data).toHaveLength(1)
})
