import { expect, type Page, test } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { operator } from '../../../tests/journeys/operator.ts'
import {
  addPerson,
  environmentPath,
  makeWorld,
  signIn,
  type World,
} from '../../../tests/journeys/world.ts'

test.describe.configure({ timeout: 420_000 })

const openProfile = async (page: Page, world: World) => {
  await signIn(page, world.admin)
  await page.goto(environmentPath(world, 'account/profile'))
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('SHELL-012 SHELL-027 SHELL-049 SHELL-057 a visitor signs in and arrives where they wanted to go', async ({
  page,
}) => {
  const world = await makeWorld()
  const wanted = environmentPath(world, 'account/profile')
  await page.goto(wanted)
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(world.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(world.admin.password)
  const created = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/ui/v1/session'),
  )
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const { email, password } = world.admin
  expect((await created).postDataJSON()).toEqual({ session: { email, password } })
  await expect(page).toHaveURL(wanted)
  await expect(page).toHaveTitle('Profile | Playhead')
})

test('SHELL-032 SHELL-047 SHELL-056 the session survives a reload and ends with Log out', async ({
  page,
}) => {
  const world = await makeWorld()
  await openProfile(page, world)
  await page.reload()
  await expect(main(page)).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(`/organizations/${world.organization.id}/environments`)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('playhead_session'))).toBeNull()
  await page.goto(environmentPath(world, 'account/profile'))
  await expect(page).toHaveURL(/\/login\?next=/)
})

test('SHELL-001 SHELL-086 SHELL-119 SHELL-120 switching the environment keeps the page, and calls name the new one', async ({
  page,
}) => {
  const world = await makeWorld()
  const staging = await operator('environment create', {
    organization: world.organization.id,
    name: 'Rehearsal',
    type: 'staging',
  })
  await openProfile(page, world)
  const asked = page.waitForRequest(
    (request) => request.headers()['x-environment-id'] === staging.id,
  )
  await page.getByRole('button', { name: world.organization.name }).click()
  await page.getByRole('link', { name: 'Rehearsal' }).click()
  await expect(page).toHaveURL(
    `/organizations/${world.organization.id}/environments/${staging.id}/account/profile`,
  )
  await expect(page.getByRole('button', { name: /Rehearsal/ })).toBeVisible()
  const request = await asked
  expect(request.headers()['x-organization-id']).toBe(world.organization.id)
  expect(new URL(request.url()).searchParams.get('environment_id')).toBe(staging.id)
})

test('SHELL-041 SHELL-076 SHELL-088 a member does not find the pages of admins', async ({
  page,
}) => {
  const world = await makeWorld()
  await signIn(page, await addPerson(world.organization.id))
  await page.goto(`/organizations/${world.organization.id}/settings/access-tokens`)
  await expect(page.getByRole('heading', { name: 'This page is unavailable' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Settings' }).click()
  // Pages that everyone may open remain; those of admins are not offered.
  await expect(page.getByRole('menuitem', { name: 'Custom Dimensions' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Access Tokens' })).toHaveCount(0)
})

test('SHELL-034 a person from elsewhere gets the account-not-found page', async ({ page }) => {
  const [world, other] = [await makeWorld(), await makeWorld()]
  await signIn(page, world.admin)
  await page.goto(environmentPath(other, 'account/profile'))
  await expect(page.getByRole('heading', { name: "We can't find your account." })).toBeVisible()
})

if (isLongRun())
  test('SHELL-079 SHELL-069 support is written to from the menu', async ({ page }) => {
    const world = await makeWorld()
    await openProfile(page, world)
    await main(page).getByRole('button', { name: 'Docs and Support' }).click()
    await page.getByRole('menuitem', { name: 'Contact Support' }).click()
    await page.getByLabel('Subject').fill('A question')
    await page.getByLabel('Message').fill('How does it work?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Message sent')).toBeVisible()
  })

if (isLongRun())
  test('SHELL-069 the status page and the documents open without signing in', async ({ page }) => {
    await page.goto('/docs/status')
    await expect(page.getByText('All parts are operational.')).toBeVisible()
    await expectAccessible(page, 'the status page')
    for (const path of ['/docs', '/docs/changelog']) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('#root')).toHaveCount(0)
    }
  })

test('SHELL-072 below 920 px a top bar with a menu replaces the side navigation', async ({
  page,
}) => {
  const world = await makeWorld()
  await openProfile(page, world)
  await page.setViewportSize({ width: 920, height: 900 })
  await expect(main(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await page.setViewportSize({ width: 919, height: 900 })
  await expect(main(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await main(page).getByRole('link', { name: 'Environments' }).click()
  await expect(page).toHaveURL(`/organizations/${world.organization.id}/environments`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

if (isLongRun())
  test('the keyboard alone: skip link, palette, another page, focus on its heading', async ({
    page,
  }) => {
    const world = await makeWorld()
    await openProfile(page, world)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await page.keyboard.type('environments')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/environments$/)
    await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeFocused()
  })

if (isLongRun())
  test('the frame is sound, also with the palette open and where nothing was found', async ({
    page,
  }) => {
    const world = await makeWorld()
    await openProfile(page, world)
    await expectAccessible(page, 'the frame')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await expectAccessible(page, 'the command palette')
    await page.goto('/no/such/place')
    await expect(page.getByRole('heading', { name: 'This page is unavailable' })).toBeVisible()
    await expectAccessible(page, 'the not-found page')
  })

test('SHELL-128 no page calls a service of anybody else', async ({ page, baseURL }) => {
  const world = await makeWorld()
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(baseURL!).origin)
      foreign.push(request.url())
  })
  await openProfile(page, world)
  for (const address of [
    '/environments',
    '/settings',
    '/docs/status',
    '/no/such/place',
    '/logout',
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }
  expect(foreign).toEqual([])
})
