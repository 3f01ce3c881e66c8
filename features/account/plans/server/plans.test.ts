import { beforeAll, describe, expect, test } from 'vitest'
import { billingServer } from '@playhead/features/account/billing/server'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { usageServer } from '@playhead/features/account/usage/server'
import { firstVersionOf, planIdOf, planNames } from '@playhead/domain/plans.ts'
import { insertMember } from '@playhead/server-kit/identity/members.sql.ts'
import { writeDemoVisitor } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { beginAllDuePlans } from './change/begin-due-plans.ts'
import { plansServer } from './index.ts'

const { app, call, clock, database, mails } = await startTestApp(
  [
    billingServer,
    environmentsServer,
    operatorServer,
    organizationsServer,
    plansServer,
    usageServer,
  ],
  { settings: { PLAYHEAD_BILLING: 'invoice' } },
)
const make = aFactory(database)
const dayMs = 86_400_000

let staff: TestPerson
beforeAll(async () => {
  staff = await make.person({ isStaff: true })
})

const offer = (plans: object[], path = '') =>
  call(`/ui/v1/operator/plans${path}`, {
    as: staff,
    body: { plans: { text: JSON.stringify({ plans }) } },
  })

const pro = (month: number, changes: object = {}) => ({
  name: 'Pro',
  flags: { environmentLimit: 50 },
  fees: { month, year: month * 10 },
  ...changes,
})

const setUp = async (plan?: string) => {
  const world = await make.world()
  const { admin, member, organization, environment } = world
  if (plan !== undefined)
    await call(`/ui/v1/operator/organizations/${organization.id}`, {
      as: staff,
      method: 'PUT',
      body: { organization: { plan } },
    })
  const read = async (path: string, as = admin) =>
    (await call(`/ui/v1/${path}`, { as, organization })).body.data
  const choose = (id: string, body: object = {}, as = admin) =>
    call('/ui/v1/billing/plan', { as, organization, body: { plan_id: id, ...body } })
  const current = async () => (await read('billing/plans')).current
  const flags = async () => (await read('organization')).features
  return { ...world, member, environment, read, choose, current, flags }
}

/** The change that was scheduled was due a moment ago. */
const makeDue = async (organization: { id: string }) => {
  const due = new Date(clock.now().getTime() + 1000)
  await setColumn(database, 'subscriptions', 'next_from', due, {
    organization_id: organization.id,
  })
  clock.advance(2)
  return due
}

test('BILL-016 a server begins with version 1 of the eight plans, as the code has them', async () => {
  const { versions } = (await call('/ui/v1/operator/plans', { as: staff })).body.data
  expect(versions).toHaveLength(planNames.length)
  for (const name of planNames) {
    const { flags, ...terms } = firstVersionOf(name)
    expect(versions.find((one: { name: string }) => one.name === name)).toMatchObject({
      ...terms,
      id: planIdOf(name),
      version: 1,
      features: flags,
      is_offered: true,
    })
  }
})

test('BILL-019 BILL-032 an admin goes up at once, and the flags and the fee of the month follow', async () => {
  await offer([pro(30_000)])
  const { read, choose, current, flags, organization } = await setUp('Free')
  const offered = (await read('billing/plans')).plans.map(({ id }: { id: string }) => id)
  // Its fee is agreed with each customer, so it is not the cheapest.
  expect([offered[0], offered.at(-1)]).toEqual(['free', 'custom'])
  // Lite has no fee yet.
  expect(offered.indexOf('pro')).toBeLessThan(offered.indexOf('lite'))
  expect((await flags()).environmentLimit).toBe(2)
  const preview = (await choose('pro', { preview: true })).body.data
  expect(preview).toMatchObject({ is_at_once: true, month_cents_before: 0 })
  expect((await current()).plan_id).toBe('free')
  const chosen = (await choose('pro')).body.data
  const monthMs = Date.UTC(clock.now().getUTCFullYear(), clock.now().getUTCMonth() + 1, 1)
  const startMs = Date.UTC(clock.now().getUTCFullYear(), clock.now().getUTCMonth(), 1)
  const share = (monthMs - Date.parse(chosen.effective_at)) / (monthMs - startMs)
  expect(chosen.month_cents).toBe(Math.round(30_000 * share))
  expect(await current()).toMatchObject({ plan_id: 'pro', billing_frequency: 'month', next: null })
  expect(await readRows(database, 'changes', { organization_id: organization.id })).toContainEqual(
    expect.objectContaining({
      action: 'organization.plan_changed',
      detail: expect.objectContaining({ from: 'Free', to: 'Pro' }),
    }),
  )
})

describe('down', () => {
  test('waits for the end of the period, is taken back by choosing the present plan, and begins when due', async () => {
    await offer([
      pro(30_000),
      { name: 'Starter', flags: { maxFilters: 3 }, fees: { month: 1000, year: 9000 } },
    ])
    const { choose, current, organization } = await setUp('Pro')
    const next = (await choose('starter')).body.data
    expect(next.is_at_once).toBe(false)
    expect(Date.parse(next.effective_at)).toBe(
      Date.UTC(clock.now().getUTCFullYear(), clock.now().getUTCMonth() + 1, 1),
    )
    expect(await current()).toMatchObject({ plan_id: 'pro', next: { plan_id: 'starter' } })
    await choose('pro')
    expect((await current()).next).toBeNull()
    await choose('starter')
    await beginAllDuePlans(app)
    expect((await current()).plan_id).toBe('pro')
    const due = await makeDue(organization)
    await beginAllDuePlans(app)
    expect(await current()).toMatchObject({ plan_id: 'starter', next: null })
    expect(
      await readRows(database, 'subscription_changes', { organization_id: organization.id }),
    ).toContainEqual(expect.objectContaining({ plan_id: 'starter', from_at: due }))
  })

  test('is refused with what has to go, and what no longer fits when it is due waits', async () => {
    await offer([pro(30_000)])
    const { choose, current, organization, admin } = await setUp('Pro')
    const more = async () => make.environment(organization)
    expect((await choose('free')).status).toBe(200)
    await Promise.all([more(), more(), more()])
    const refused = await choose('free')
    expect(refused.status).toBe(400)
    expect(refused.body.error.messages).toEqual([
      'You have 4 environments, and Free allows 2. Remove 2 first.',
    ])
    await makeDue(organization)
    await beginAllDuePlans(app)
    expect(await current()).toMatchObject({ plan_id: 'pro', next: { plan_id: 'free' } })
    const sent = (await mails()).filter(({ to }) => to === admin.email)
    expect(sent.map(({ text }) => text).join()).toContain('Remove 2 first.')
  })

  test('counts the people of an organization, and not the account of visitors of a public demo', async () => {
    await offer([pro(30_000)])
    const { choose, organization } = await setUp('Pro')
    const limits = JSON.stringify({ maxUsers: 2 })
    await setColumn(database, 'organizations', 'feature_overrides', limits, { id: organization.id })
    const third = await make.person()
    await insertMember(database, organization.id, third.id, false)
    expect((await choose('free')).body.error.messages).toEqual([
      'You have 3 members, and Free allows 2. Remove 1 first.',
    ])
    await writeDemoVisitor(database, third.id)
    expect((await choose('free')).status).toBe(200)
  })
})

test('a new version of a plan leaves organizations on the version they have', async () => {
  await offer([pro(40_000)])
  const { current, read, flags } = await setUp('Pro')
  const before = await current()
  expect((await offer([pro(41_000, { flags: { environmentLimit: 7 } })])).body.data).toEqual([
    { id: 'pro', version: before.plan_version + 1 },
  ])
  expect(before.legacy_plan).toBeNull()
  expect(await current()).toEqual({
    ...before,
    legacy_plan: expect.objectContaining({
      version: before.plan_version,
      fees: { month: 40_000, year: 400_000 },
    }),
  })
  expect((await flags()).environmentLimit).toBe(50)
  const offered = (await read('billing/plans')).plans.find(({ id }: { id: string }) => id === 'pro')
  expect(offered.fees.month).toBe(41_000)
  expect((await offer([pro(41_000, { flags: { environmentLimit: 7 } })])).body.data).toEqual([])
})

test.each([
  [
    { fees: undefined },
    'fees: Write the fees of a month and of a year, such as {"month": 4900, "year": 49000}.',
  ],
  [
    { fees: { month: -1, year: 1 } },
    'fees.month: Write a whole number of cents from 0 to 1000000000000.',
  ],
  [
    { fees: { month: 1e300, year: 1 } },
    'fees.month: Write a whole number of cents from 0 to 1000000000000.',
  ],
  [
    { included: { delivered: 0.5 } },
    'included.delivered: Write a whole number from 1 to 1000000000000000.',
  ],
])('400 with what %j has to be', async (changes, message) => {
  const { status, body } = await offer([pro(100, changes)], '/preview')
  expect([status, body.error.messages]).toEqual([400, [`Pro, plans.0.${message}`]])
})

test('400 says which plan is wrong and where; a preview says what last month would have been', async () => {
  const messages = async (plans: object[]) => (await offer(plans, '/preview')).body.error.messages
  expect(await messages([{ ...pro(1), fees: { month: -1, year: 0 } }])).toEqual([
    expect.stringMatching(/^Pro, plans\.0\.fees\.month: /),
  ])
  expect(await messages([pro(1), pro(2)])).toEqual(['Twice in the file: Pro.'])
  expect(await messages([pro(1, { flags: { noSuchFlag: true } })])).toHaveLength(1)
  await offer([{ name: 'Developer', fees: { month: 5000, year: 50_000 } }])
  const { organization } = await setUp('Developer')
  const longAgo = new Date(clock.now().getTime() - 70 * dayMs)
  await setColumn(database, 'subscription_changes', 'from_at', longAgo, {
    organization_id: organization.id,
  })
  const seen = await offer([{ name: 'Developer', fees: { month: 6000, year: 60_000 } }], '/preview')
  expect(seen.body.data).toMatchObject({ organizations: 1, cents_before: 5000, cents: 6000 })
})

test.each([
  [{ plan_id: 'gold' }, 'plan_id must be the id of a plan on offer, such as pro.'],
  [{ plan_id: undefined }, 'plan_id must be the id of a plan on offer, such as pro.'],
  [{ billing_frequency: 'week' }, 'billing_frequency must be month or year.'],
])('400 in plain words for %j', async (wrong, message) => {
  const { choose } = await setUp()
  const { status, body } = await choose('pro', wrong)
  expect([status, body.error.messages]).toEqual([400, [message]])
})

test('403 for members, for Custom, and where a marketplace or the operator decides', async () => {
  const { choose, member, organization, read } = await setUp()
  expect((await choose('pro', {}, member)).status).toBe(403)
  expect((await choose('custom')).status).toBe(400)
  expect((await read('billing/plans')).current).toBeNull()
  await call(`/ui/v1/operator/organizations/${organization.id}`, {
    as: staff,
    method: 'PUT',
    body: { organization: { marketplace_type: 'Bazaar' } },
  })
  const refused = await choose('pro')
  expect([refused.status, refused.body.error.messages]).toEqual([
    403,
    ['Your billing is managed through Bazaar. Please access their website for more information.'],
  ])
})

test('BILL-013 BILL-014 BILL-017 BILL-027 members read plan, flags and usage; admins also money', async () => {
  const included = { views_other: 1_000_000, delivered: 500 }
  await offer([{ name: 'Lite', fees: { month: 3000, year: 30_000 }, included }])
  const { read, member } = await setUp('Lite')
  const seen = await read('organization/billing', member)
  expect(seen).toMatchObject({
    mode: 'invoice',
    account_activity: { current: { plan: { name: 'Lite' } } },
    subscription: {
      billing_frequency: 'month',
      commercial_details: null,
      feature_flags: {
        test_video_only: false,
        data_view_limit: 0,
        max_filters: 2,
        max_users: -1,
        retention_days: 35,
      },
    },
    limits: [
      { subject: 'delivered_minutes', included: 500, used: 0 },
      { subject: 'views', included: 1_000_000, used: 0 },
    ],
    is_legacy: false,
    money: null,
  })
  const asAdmin = await read('organization/billing')
  expect(asAdmin.subscription.commercial_details).toEqual({})
  expect(asAdmin.money.fee_cents).toBeGreaterThan(0)
  await offer([{ name: 'Lite', fees: { month: 3100, year: 30_000 } }])
  expect(await read('organization/billing', member)).toMatchObject({ is_legacy: true })
  const list = await read('billing/plans')
  const { id, version } = list.plans.find(({ name }: { name: string }) => name === 'Lite')
  // The version that is subscribed has its own terms, whatever the one on offer says.
  expect(list.current.legacy_plan).toMatchObject({
    id,
    version: version - 1,
    fees: { month: 3000, year: 30_000 },
    included,
  })
  const { read: readFirst } = await setUp('Starter')
  expect((await readFirst('organization/billing')).subscription).toMatchObject({
    plan_id: 'starter',
    billing_frequency: 'month',
  })
})
