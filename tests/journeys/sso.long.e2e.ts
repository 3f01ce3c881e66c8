import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { startIdentityProvider } from './identity-provider.ts'
import {
  addPerson,
  makeWorld,
  organizationPath,
  signIn,
  signInByForm,
  type World,
} from './world.ts'

const origin = `http://127.0.0.1:${process.env.PLAYHEAD_TEST_PORT}`

const newPage = async (browser: Browser) => (await browser.newContext()).newPage()

const ssoCard = (page: Page) => page.locator('.ph-card', { hasText: 'Single sign-on' }).first()

const openOrganizationPage = async (page: Page, world: World) => {
  await page.goto(organizationPath(world, 'account/organization'))
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeVisible()
}

const goThroughProvider = async (page: Page, email: string) => {
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible()
  await page.getByRole('button', { name: `Continue as ${email}` }).click()
}

test('SHELL-110 SHELL-026 SHELL-085 AUTH-041 AUTH-043 an admin sets up single sign-on, comes back through it, requires it, and anyone who came by password goes through it too', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const domain = `harbour-${randomUUID().slice(0, 8)}.example`
  const world = await makeWorld({ email: `mira@${domain}` })
  const other = await addPerson(world.organization.id, { isAdmin: true, email: `jon@${domain}` })
  const provider = await startIdentityProvider(`${origin}/login/sso`, [
    world.admin.email,
    other.email,
  ])

  // Another person works in the organization, signed in by password, and has an organization as well.
  const otherPage = await newPage(browser)
  await signIn(otherPage, other)
  const ownName = `Own ${domain}`
  const made = await otherPage.request.post('/ui/v1/organizations', {
    headers: { 'x-requested-with': 'playhead' },
    data: { organization: { name: ownName } },
  })
  expect(made.status(), await made.text()).toBe(201)
  await otherPage.goto(organizationPath(world, 'account/profile'))
  await expect(otherPage.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()

  const page = await newPage(browser)
  await page.goto('/login')
  await signInByForm(page, world.admin)
  await expect(page).toHaveURL(/\/organizations\//)
  await openOrganizationPage(page, world)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Single sign-on' })
  await expect(dialog.getByText(`${origin}/login/sso`)).toBeVisible()
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByLabel('Client id').fill(provider.client.id)
  await dialog.getByLabel('Client secret', { exact: true }).fill(provider.client.secret)
  await dialog.getByLabel('Email domains').fill(domain)
  await dialog.getByRole('checkbox', { name: 'Required' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Sign in through this provider yourself before')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Required' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Single sign-on saved')).toBeVisible()
  await expect(ssoCard(page).getByText('No, passwords work too')).toBeVisible()

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click()
  await page.getByLabel('Work email').fill(world.admin.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await goThroughProvider(page, world.admin.email)
  await expect(
    page.getByRole('button', { name: new RegExp(world.organization.name) }),
  ).toBeVisible()

  await openOrganizationPage(page, world)
  await ssoCard(page).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('checkbox', { name: 'Required' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(ssoCard(page).getByText('Everybody must use it')).toBeVisible()

  // The topics of the other person end, so their page asks who is signed in.
  await expect(otherPage).toHaveURL(/\/sso-required/)
  await expect(otherPage.getByRole('heading', { name: 'Your company requires SSO.' })).toBeVisible()
  await expect(otherPage.getByRole('link', { name: 'Log out' })).toBeVisible()

  // Their own organization stays open; the other one is locked and shows nothing inside.
  await otherPage.goto('/')
  await expect(otherPage.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
  await otherPage.getByRole('button', { name: ownName }).click()
  const selector = otherPage.getByRole('dialog', { name: 'Organizations and environments' })
  await expect(selector.getByText(world.organization.name)).toBeVisible()
  await expect(selector.getByText('Requires SSO')).toBeVisible()
  await expect(
    selector.getByRole('link', { name: new RegExp(world.organization.name) }),
  ).toHaveCount(0)
  await expect(
    selector
      .getByRole('list', { name: `Environments of ${world.organization.name}` })
      .getByRole('link'),
  ).toHaveCount(0)
  await otherPage.keyboard.press('Escape')

  await otherPage.goto('/sso-required')
  await otherPage.getByRole('button', { name: `Continue to ${world.organization.name}` }).click()
  await goThroughProvider(otherPage, other.email)
  await expect(otherPage).toHaveURL(/\/organizations\//)
  await otherPage.goto(organizationPath(world, 'environments'))
  await expect(otherPage.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
  await expect(otherPage.getByRole('link', { name: 'Production' }).first()).toBeVisible()

  await provider.stop()
})
