import { expect, test } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expectAccessible } from './expect-accessible.ts'
import { operator } from './operator.ts'
import { makeWorld, organizationPath, signIn } from './world.ts'

test('BILL-002 BILL-004 BILL-008 in showback mode billing shows usage, and writes no invoices', async ({
  page,
}) => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  await page.goto(organizationPath(world, 'settings/billing'))
  await expect(page).toHaveURL(/\/account\/billing\/summary$/)
  const tabs = page.getByRole('navigation', { name: 'Billing pages' })
  await expect(tabs.getByRole('link')).toHaveText(['Summary', 'Plans'])
  await expect(page.getByRole('heading', { name: 'Usage', exact: true })).toBeVisible()
  for (const absent of ['Balance', 'Subscription'])
    await expect(page.getByRole('heading', { name: absent })).toHaveCount(0)
  await expectAccessible(page, 'summary in showback mode')
  await page.goto(organizationPath(world, 'account/billing/invoices'))
  await expect(page.getByText('This server writes no invoices')).toBeVisible()
})

if (isLongRun())
  test('BILL-024 BILL-025 BILL-026 BILL-027 an organization on Free is welcomed with what it includes', async ({
    page,
  }) => {
    const world = await makeWorld()
    await operator('organization update', { id: world.organization.id, plan: 'Free' })
    await signIn(page, world.admin)
    await page.goto(organizationPath(world, 'environments?welcome=true'))
    const dialog = page.getByRole('dialog', { name: 'Welcome to Playhead' })
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Up to 10 on-demand videos',
      '100,000 free delivery minutes per month',
      'A player with a small logo',
      'Unlimited monitoring of hosted videos',
      '100,000 views per month for non-hosted videos',
    ])
    await expectAccessible(page, 'welcome to Free')
    await dialog.getByRole('button', { name: 'Start building' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/environments$/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
    await expect(dialog).toBeHidden()
  })

if (isLongRun())
  test('an admin behind a CDN lets an environment count delivered minutes from views', async ({
    page,
  }) => {
    const world = await makeWorld()
    await signIn(page, world.admin)
    const { id } = world.environment
    await page.goto(organizationPath(world, `account/billing/usage-details?environment=${id}`))
    const card = page.getByRole('region', { name: 'Delivered minutes' })
    await expect(card.getByText('Video that left this server')).toBeVisible()
    await card.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delivered minutes' })
    await dialog.getByText('Time played in views').click()
    await expectAccessible(page, 'source of delivered minutes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByText(/From .* UTC: time played in views/)).toBeVisible()
    await page.reload()
    await expect(card.getByText(/From .* UTC: time played in views/)).toBeVisible()
  })
