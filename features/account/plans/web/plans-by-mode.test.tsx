import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { firstVersionOf, planIdOf, planNames } from '@playhead/domain/plans.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen as VersionsScreen } from './operator/versions-screen.tsx'
import { aPlan, aSessionOn, aSubscription, custom, free, openPlans, pro } from './testing-plans.tsx'

afterEach(stopScreens)

const ofMoney = /\bfees?\b|charg|invoice|\bpa(y|id)|price|\$/i

/** What a server begins with: no operator has set a fee. */
const firstPlans = planNames.map((name) => {
  const { flags, fees, included, overage } = firstVersionOf(name)
  return aPlan(planIdOf(name), name, 0, {
    fees,
    included,
    overage,
    features: flags,
    is_self_service: name !== 'Custom',
  })
})

const textOf = (name: string) => screen.getByRole('region', { name }).textContent ?? ''
const factsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('in showback mode', () => {
  test('BILL-007 plans say what can be used, nothing of fees and charges, and cannot be chosen', async () => {
    await openPlans({ mode: 'showback', current: null }, {}, aSessionOn('Custom'))
    expect((await screen.findByRole('region', { name: 'Custom' })).textContent).toContain(
      'Your plan',
    )
    const said = 'nothing is charged.'
    expect(document.body.textContent).toContain(said)
    expect(document.body.textContent?.replace(said, '')).not.toMatch(ofMoney)
    expect(screen.queryAllByRole('button', { name: /^Choose/ })).toEqual([])
    expect(factsOf('Free')).toContain('10 videos')
  })

  const openVersions = (versions: object[], mode = 'showback', api: ApiHandlers = {}) =>
    openScreen(VersionsScreen, {
      address: '/operator/plans',
      api: {
        'GET /ui/v1/operator/plans': {
          body: { data: { mode, versions: versions.map(aVersion), text: '{"plans":[]}' } },
        },
        ...api,
      },
    })
  const aVersion = (plan: object) => ({
    ...plan,
    is_offered: true,
    organizations: 2,
    created_at: '2026-11-02T12:00:00.000Z',
    created_by: null,
  })
  const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

  test.each([
    { said: 'no columns of money while no fee is entered', plans: firstPlans, ofFees: [] },
    {
      said: 'fees that are entered',
      plans: [pro],
      ofFees: ['Monthly', 'Yearly', 'Usage beyond'],
    },
  ])('the operator sees $said', async ({ plans, ofFees }) => {
    await openVersions(plans)
    const row = await screen.findByRole('row', { name: /Pro, version 1/ })
    expect(row.textContent?.includes('$499.00')).toBe(ofFees.length > 0)
    expect(columns()).toEqual(['Plan', ...ofFees, 'Organizations', 'Entered'])
    expect(screen.getByText(/In showback mode nothing is charged/)).toBeTruthy()
  })

  test.each([
    {
      mode: 'showback',
      said: 'With invoices, 1 organization would have paid $412.00 instead of $389.00 last month. In showback mode nothing is charged.',
    },
    {
      mode: 'stripe',
      said: '1 organization would have paid $412.00 instead of $389.00 last month.',
    },
  ])('a preview in mode $mode says whether it would be charged', async ({ mode, said }) => {
    const user = userEvent.setup()
    const seen = { month: '2026-10', organizations: 1, currency: 'USD' }
    await openVersions([pro], mode, {
      'POST /ui/v1/operator/plans/preview': {
        body: { data: { ...seen, cents: 41_200, cents_before: 38_900 } },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'New version' }))
    const dialog = await screen.findByRole('dialog')
    const isSaid = dialog.textContent?.includes('are not charged in showback mode')
    expect(isSaid).toBe(mode === 'showback')
    await user.click(await screen.findByRole('button', { name: 'Preview' }))
    expect(await screen.findByText(said)).toBeTruthy()
  })

  test('where invoices are written, a fee that the operator has not set is not called none', async () => {
    await openVersions(firstPlans, 'invoice')
    const row = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent
    expect(await row(/Pro, version 1/)).toContain('Not setNot setAt the pricesAdmins')
    expect(await row(/Free, version 1/)).toContain('No feeNo feeNot chargedAdmins')
  })
})

describe.each(['invoice', 'test', 'stripe'])('in mode %s', (mode) => {
  test('BILL-007 BILL-022 a card says its fee and whether usage is charged', async () => {
    await openPlans({ mode, plans: [free, pro, aPlan('lite', 'Lite', 0, { version: 2 }), custom] })
    await screen.findByRole('region', { name: 'Pro' })
    expect(textOf('Pro')).toContain('$499.00 a month')
    expect(factsOf('Pro')).toContain("Usage at the operator's prices")
    expect(textOf('Free')).toContain('No fee')
    expect(factsOf('Free')).toContain('No charge for usage')
    expect(textOf('Lite')).toContain('No fee')
    expect(textOf('Custom')).not.toContain('No fee')
    expect(screen.getByRole('radio', { name: 'Yearly' })).toBeTruthy()
  })

  test('BILL-007 BILL-016 on a new server no card has a fee that nobody set, and what is the same is said once', async () => {
    await openPlans({ mode, plans: firstPlans, current: aSubscription('lite') })
    expect(
      await screen.findByText(
        'The operator of this server has set no fees. Plans differ in what you can use.',
      ),
    ).toBeTruthy()
    const withFee = planNames.filter((name) => textOf(name).includes('No fee'))
    expect(withFee).toEqual(['Free'])
    expect(document.body.textContent).not.toContain('$')
    expect(screen.queryByRole('radio', { name: 'Yearly' })).toBeNull()
    expect(factsOf('Starter')).toEqual(['The same as Pay as you go'])
    expect(factsOf('Self-service Media')).toEqual(['The same as Pay as you go'])
    expect(factsOf('Developer')).toContain('5 filters')
  })

  test('BILL-032 the change to a plan without a set fee says so', async () => {
    const user = userEvent.setup()
    const change = {
      plan_id: 'starter',
      billing_frequency: 'month',
      effective_at: '2026-11-16T00:00:00.000Z',
      is_at_once: true,
      currency: 'USD',
      month_cents: 0,
      month_cents_before: 0,
    }
    await openPlans(
      { mode, plans: firstPlans, current: aSubscription('lite') },
      { 'POST /ui/v1/billing/plan': { body: { data: change } } },
    )
    await user.click(await screen.findByRole('button', { name: 'Choose Starter' }))
    expect(
      await screen.findByText(
        'Starter begins at once. The fees of this month stay the same; after that no fee is set.',
      ),
    ).toBeTruthy()
  })
})
