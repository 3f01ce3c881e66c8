import { isLongRun, someOf } from '@playhead/testing/how-many.ts'
import { expect, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { findBarriers } from '../../../tests/journeys/find-barriers.ts'
import { makeWorld, signIn } from '../../../tests/journeys/world.ts'
import { test } from '../../../tests/journeys/other-browsers.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

const readOutbox = async (): Promise<Mail[]> => {
  const folder = path.join(process.env.PLAYHEAD_TEST_DATA ?? '', 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    mails.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Mail),
  )
}

/** The link in the newest mail to a person; mails are sent after the response, so it may take a moment. */
const mailedLink = async (to: string, page: string) => {
  const find = async () => {
    const mails = (await readOutbox()).filter((mail) => mail.to === to)
    return mails
      .map(({ text }) => /https?:\/\/\S+/g.exec(text)?.[0])
      .findLast((link) => link?.includes(page))
  }
  await expect.poll(find, { message: `a mail to ${to}` }).toBeDefined()
  return (await find())!
}

const newEmail = () => `${randomUUID().slice(0, 8)}@example.com`
const password = 'tall-harbour-lantern-42'
const emailField = (page: Page) => page.getByLabel('Email', { exact: true })
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })

const signInByForm = async (page: Page, email: string, secret: string) => {
  await emailField(page).fill(email)
  await passwordField(page).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const createAccount = async (page: Page, link: string) => {
  await page.goto(link)
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Kaur')
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('AUTH-013 AUTH-015 AUTH-029 AUTH-032 SHELL-025 a person signs up by the mailed link and makes an organization', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/signup?type=data')
  await emailField(page).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'This server sends no mail yet')).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()

  await createAccount(page, await mailedLink(email, '/create-account'))
  await expect(heading(page, 'Create an organization to continue')).toBeVisible()
  const name = `Northlight ${email.slice(0, 8)}`
  await page.getByLabel('Organization name').fill(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/organizations\/[0-9a-f-]{36}\/environments/)
  await expect(page.getByText(name).first()).toBeVisible()

  await page.goto('/create-organization')
  await page.waitForURL(/\/organizations\/[0-9a-f-]{36}\/environments/)
})

const loggedOutPages = {
  '/login': 'Sign in',
  '/signup': 'Create an account',
  '/forgot-password': 'Forgot your password?',
  '/reset-password?token=unknown': 'Choose a new password',
  '/select-login-email': 'Select an email address',
}

test('AUTH-001 AUTH-002 AUTH-003 the logged-out pages open without a session and describe the product', async ({
  page,
}) => {
  for (const [address, title] of Object.entries(loggedOutPages)) {
    await page.goto(address)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Highlights' })).toBeVisible()
    expect(page.url()).toContain(address)
  }
})

if (isLongRun())
  test('a sign-up link works once', async ({ page }) => {
    const email = newEmail()
    await page.goto('/signup')
    await emailField(page).fill(email)
    await page.keyboard.press('Enter')
    const link = await mailedLink(email, '/create-account')
    await createAccount(page, link)
    await expect(heading(page, 'Create an organization to continue')).toBeVisible()
    await page.getByRole('link', { name: 'Log out' }).click()
    await page.waitForURL(/\/login/)
    await createAccount(page, link)
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used')
  })

test('AUTH-008 AUTH-012 SHELL-012 SHELL-032 wrong, then right: the location asked for opens', async ({
  page,
}) => {
  const world = await makeWorld()
  const wanted = `/organizations/${world.organization.id}/account/profile`
  await page.goto(wanted)
  await page.waitForURL(/\/login\?next=/)
  await signInByForm(page, world.admin.email, 'not-the-password-at-all')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')
  await expect(emailField(page)).toHaveValue(world.admin.email)

  await signInByForm(page, world.admin.email, world.admin.password)
  await page.waitForURL((url) => url.pathname === wanted)
  await page.goto('/signup')
  await page.waitForURL((url) => url.pathname.startsWith('/organizations/'))
})

test('AUTH-016 AUTH-020 a forgotten password is replaced by a mailed link', async ({ page }) => {
  const { admin } = await makeWorld()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await emailField(page).fill(admin.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(heading(page, 'This server sends no mail yet')).toBeVisible()

  const link = await mailedLink(admin.email, '/reset-password')
  await page.goto(link)
  const next = `${password}-again`
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('New password again').fill(`${next}!`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await page.getByLabel('New password again').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()

  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await signInByForm(page, admin.email, admin.password)
  await expect(page.getByRole('alert')).toBeVisible()
  await signInByForm(page, admin.email, next)
  await page.waitForURL(/\/organizations\//)
})

test('a keyboard alone signs in and sees where it is', async ({ page }) => {
  const { admin } = await makeWorld()
  await page.goto('/login')
  await expect(emailField(page)).toBeFocused()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeFocused()
  await page.keyboard.press('Tab')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(button).toBeFocused()
  const outline = await button.evaluate((element) => getComputedStyle(element).outlineWidth)
  expect(outline).toBe('2px')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/organizations\//)
})

test('the demo account is one press away', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await page.waitForURL(/\/organizations\//)
})

test('AUTH-033 AUTH-034 AUTH-037 AUTH-039 an invited person joins, once', async ({ openOther }) => {
  const [host, guest] = [await makeWorld(), await makeWorld()]
  const hostPage = await openOther()
  await signIn(hostPage, host.admin)
  const invited = await hostPage.request.post('/ui/v1/invites', {
    headers: { 'x-requested-with': 'playhead', 'x-organization-id': host.organization.id },
    data: { invite: { email: guest.admin.email, admin: true } },
  })
  expect(invited.status(), await invited.text()).toBe(201)

  const page = await openOther()
  const link = await mailedLink(guest.admin.email, '/accept-organization-invite')
  await page.goto(link)
  await expect(heading(page, 'Join organization')).toBeVisible()
  await expect(page.getByText(host.organization.name)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInByForm(page, guest.admin.email, guest.admin.password)
  await page.getByRole('button', { name: 'Join organization' }).click()
  await page.waitForURL((url) => url.pathname.includes(host.organization.id))

  await page.goto(link)
  await page.getByRole('button', { name: 'Join organization' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This invite has either expired, has already been accepted, or does not exist. Ask the organization administrator to resend the invite.',
  )
})

test('an invited person without an account makes one and is in', async ({ openOther }) => {
  const host = await makeWorld()
  const email = newEmail()
  const hostPage = await openOther()
  await signIn(hostPage, host.admin)
  await hostPage.request.post('/ui/v1/invites', {
    headers: { 'x-requested-with': 'playhead', 'x-organization-id': host.organization.id },
    data: { invite: { email, admin: true } },
  })
  const page = await openOther()
  await page.goto(await mailedLink(email, '/accept-organization-invite'))
  const link = await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')
  await createAccount(page, link!)
  await page.waitForURL((url) => url.pathname.includes(host.organization.id))
})

test('a new address counts once its mailed link was confirmed', async ({ page }) => {
  const { admin } = await makeWorld()
  const email = newEmail()
  await signIn(page, admin)
  const asked = await page.request.put(`/ui/v1/users/${admin.id}`, {
    headers: { 'x-requested-with': 'playhead' },
    data: { user: { email } },
  })
  expect(asked.status(), await asked.text()).toBe(200)
  await page.goto(await mailedLink(email, '/confirm-email'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(heading(page, 'Email address confirmed')).toBeFocused()
  await page.goto('/logout')
  await page.waitForURL(/\/login/)
  await signInByForm(page, email, admin.password)
  await page.waitForURL(/\/organizations\//)
})

test('AUTH-007 the page keeps the auth theme for people with a dark system, calls no other host, and does not shift', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!)) foreign.push(request.url())
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/login')
  await expect(page.getByRole('list', { name: 'Customers' })).toBeVisible()
  await expect(emailField(page)).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('auth')
  expect(foreign).toEqual([])
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05)
})

test('KIT-019 AUTH-003 the two columns begin at 1092 px', async ({ page }) => {
  await page.goto('/login')
  const marketing = page.getByRole('complementary', { name: 'About Playhead' })
  await expect(page.getByRole('list', { name: 'Customers' })).toBeVisible()
  const left = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return (await marketing.boundingBox())?.x
  }
  expect(await left(1091)).toBe(0)
  expect(await left(1092)).toBeGreaterThan(400)
})

for (const width of someOf('widths', [390, 1440], 1))
  test(`errors are readable at ${width} px`, async ({ page }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 900 })
    const check = async () => {
      expect(await findBarriers(page)).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBe(0)
    }
    await page.goto('/login')
    await signInByForm(page, newEmail(), 'not-the-password-at-all')
    await expect(page.getByRole('alert')).toBeVisible()
    await check()
    const link = `/create-account?invite=${randomUUID()}&token=unknown&email=${newEmail()}`
    await page.goto(link)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Password cannot be empty')).toBeVisible()
    await check()
    await page.goto('/reset-password?token=unknown')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password again').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('alert')).toContainText('This link has expired')
    await check()
    await page.goto('/signup')
    await emailField(page).fill(newEmail())
    await page.keyboard.press('Enter')
    await expect(heading(page, 'This server sends no mail yet')).toBeVisible()
    await check()
  })
