import { expect, type Page } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { testWithProgram } from './own-program.ts'
import { addPerson, environmentPath, makeWorld, signIn, signInByForm } from './world.ts'

// A separate program, because its server is stopped in between.
const test = testWithProgram()
test.describe.configure({ mode: 'default', timeout: 420_000 })

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

const run = async (page: Page, words: string) => {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByPlaceholder('Search or jump to…')).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

if (isLongRun())
  test('SHELL-092 SHELL-093 a page whose script does not load says so, and reloading brings it', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    await signIn(page, world.admin)
    await page.goto(environmentPath(world, 'account/profile'))
    await expect(headingOf(page, 'Account')).toBeVisible()
    const asset = '**/assets/access-tokens-screen-*.js'
    await page.route(asset, (route) => route.abort())
    await run(page, 'access tokens')
    await expect(
      page.getByRole('heading', { name: "We weren't able to load that page" }),
    ).toBeVisible()
    await expect(main(page)).toBeVisible()
    await page.unroute(asset)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(headingOf(page, 'Settings')).toBeVisible()
    await expect(page).toHaveURL(environmentPath(world, 'settings/access-tokens'))
  })

if (isLongRun())
  test('a page whose script did not load is there when it is asked for again, without a reload', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    await signIn(page, world.admin)
    await page.goto(environmentPath(world, 'account/profile'))
    await expect(headingOf(page, 'Account')).toBeVisible()
    const asset = '**/assets/access-tokens-screen-*.js'
    await page.route(asset, (route) => route.abort())
    await run(page, 'access tokens')
    const failure = page.getByRole('heading', { name: "We weren't able to load that page" })
    await expect(failure).toBeVisible()
    await page.unroute(asset)
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await page.goBack()
    await expect(headingOf(page, 'Account')).toBeVisible()
    await run(page, 'access tokens')
    await expect(headingOf(page, 'Settings')).toBeVisible()

    const dialog = '**/assets/create-token-dialog-*.js'
    await page.route(dialog, (route) => route.abort())
    const create = page.getByRole('button', { name: 'Generate new token' })
    await create.click()
    await expect(failure).toBeVisible()
    await page.unroute(dialog)
    await run(page, 'environments')
    await expect(headingOf(page, 'Environments')).toBeVisible()
    await page.goBack()
    await create.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })

if (isLongRun())
  test('without a connection a page that was never opened says so, and is there once it is back', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    await signIn(page, world.admin)
    await page.goto(environmentPath(world, 'account/profile'))
    await expect(headingOf(page, 'Account')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/**', (route) => route.abort())
    await main(page).getByRole('link', { name: 'Environments' }).click()
    await expect(
      page.getByRole('heading', { name: "We weren't able to load that page" }),
    ).toBeVisible()
    await page.unroute('**/assets/**')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(headingOf(page, 'Environments')).toBeVisible()
  })

test('SHELL-092 so does a page for visitors', async ({ page, program }) => {
  // A server without accounts asks for its first one instead.
  await makeWorld({ command: program.command })
  const asset = '**/assets/forgot-password-screen-*.js'
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await page.route(asset, (route) => route.abort())
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(
    page.getByRole('heading', { name: "We weren't able to load that page" }),
  ).toBeVisible()
  await page.unroute(asset)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

test('while the server is away a list says so, and trying again works once it is back', async ({
  page,
  program,
}) => {
  const world = await makeWorld({ command: program.command })
  const staff = await addPerson(world.organization.id, {
    isAdmin: true,
    isInternal: true,
    command: program.command,
  })
  await signIn(page, staff)
  await page.goto('/operator/organizations')
  await expect(page.getByRole('row', { name: new RegExp(world.organization.name) })).toBeVisible()
  const lost = page.getByText(/^Connection lost, last update \d\d:\d\d, trying again$/)
  await page.waitForLoadState('networkidle')
  const wall = await page.context().newPage()
  await wall.goto(environmentPath(world, 'monitoring'))
  await expect(wall.locator('.ph-live')).toHaveText('Live')
  const liveColour = () =>
    wall.evaluate(() => {
      const pill = document.createElement('span')
      pill.className = 'ph-live'
      document.querySelector('main')!.append(pill)
      const plain = document.createElement('span')
      plain.style.background = 'var(--surface-sunk)'
      pill.after(plain)
      const [own, grey] = [pill, plain].map((one) => getComputedStyle(one).backgroundColor)
      pill.remove()
      plain.remove()
      return own === grey ? 'grey' : 'live'
    })
  expect(await liveColour()).toBe('live')
  await program.stop()
  try {
    await expect(lost).toBeVisible()
    // What was live is old now, and looks so.
    await expect.poll(liveColour).toBe('grey')
    await wall.close()
    await page
      .getByRole('searchbox', { name: 'Search organizations' })
      .fill(world.organization.name)
    const failed = page.getByRole('alert').filter({ hasText: 'This couldn’t be loaded' })
    await expect(failed).toBeVisible({ timeout: 60_000 })
    await expect(failed).toContainText('Request Failed')
    // The frame and the typed text stay.
    await expect(main(page)).toBeVisible()
    await program.start()
    // It is asked again by itself, unless a person is quicker.
    await expect(lost).toHaveCount(0, { timeout: 30_000 })
    await expect(page.getByRole('row', { name: new RegExp(world.organization.name) })).toBeVisible()
    await expect(failed).toHaveCount(0)
  } finally {
    await program.start()
  }
})

if (isLongRun())
  test('while the server is away sign-in fails, and the form keeps the typed values', async ({
    page,
    program,
  }) => {
    const { admin } = await makeWorld({ command: program.command })
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
    await program.stop()
    try {
      await signInByForm(page, admin)
      await expect(page.getByRole('alert')).toHaveText('Request Failed')
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(admin.email)
    } finally {
      await program.start()
    }
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/organizations\//)
  })

test('SHELL-111 SHELL-012 SHELL-051 RTCH-028 a person signed out elsewhere signs in again and is back where they were', async ({
  page,
  browser,
  program,
}) => {
  const world = await makeWorld({ command: program.command })
  await signIn(page, world.admin)
  await page.goto(environmentPath(world, 'settings/access-tokens'))
  await expect(headingOf(page, 'Settings')).toBeVisible()
  const elsewhere = await (await browser.newContext({ baseURL: program.url })).newPage()
  await signIn(elsewhere, world.admin)
  const changed = await elsewhere.request.put(`/ui/v1/users/${world.admin.id}/password`, {
    headers: { 'x-requested-with': 'playhead' },
    data: {
      user: {
        current_password: world.admin.password,
        password: 'quiet-lantern-harbour-7',
        password_confirmation: 'quiet-lantern-harbour-7',
      },
    },
  })
  expect(changed.status(), await changed.text()).toBeLessThan(300)

  // Its socket was closed, so the page has read its session again.
  await expect(page).toHaveURL(/\/login\?next=/)
  expect(await page.evaluate(() => localStorage.getItem('playhead_session'))).toBeNull()
  await signInByForm(page, { ...world.admin, password: 'quiet-lantern-harbour-7' })
  await expect(page).toHaveURL(environmentPath(world, 'settings/access-tokens'))
  await expect(headingOf(page, 'Settings')).toBeVisible()
})

if (isLongRun())
  test('SHELL-056 signing out in one tab signs out the others', async ({ page, program }) => {
    const world = await makeWorld({ command: program.command })
    await signIn(page, world.admin)
    await page.goto(environmentPath(world, 'account/profile'))
    await expect(headingOf(page, 'Account')).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto('/logout')
    await expect(tab).toHaveURL('/login')
    await expect(page).toHaveURL(/\/login/)
  })

if (isLongRun())
  test('the keyboard alone: into the content, along the side navigation, through the palette', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    const rehearsal = await program.command('environment create', {
      organization: world.organization.id,
      name: 'Rehearsal',
      type: 'staging',
    })
    await signIn(page, world.admin)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(environmentPath(world, 'account/profile'))
    await expect(headingOf(page, 'Account')).toBeVisible()

    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    const entry = main(page).getByRole('link', { name: 'Environments' })
    for (let stop = 0; stop < 10; stop += 1) {
      if (await entry.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(entry).toBeFocused()
    expect(await entry.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe(
      'none',
    )
    await page.keyboard.press('Enter')
    await expect(headingOf(page, 'Environments')).toBeFocused()

    await run(page, 'profile')
    await expect(page.getByLabel('First name')).toBeVisible()
    await run(page, 'rehearsal')
    await expect(page).toHaveURL(
      `/organizations/${world.organization.id}/environments/${rehearsal.id}/account/profile`,
    )
    await expect(page.getByRole('button', { name: /Rehearsal/ })).toBeVisible()
    await run(page, 'toggle theme')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await run(page, 'toggle theme')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

    // The macOS shortcut opens it as well; Escape closes it and changes nothing.
    await page.keyboard.press('Meta+k')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(page.getByLabel('First name')).toBeVisible()
  })

if (isLongRun())
  test('people who prefer less motion see none, in the frame as in dialogs', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, world.admin)
    await page.goto(environmentPath(world, 'account/profile'))
    await expect(headingOf(page, 'Account')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element)
          return `${animationDuration},${transitionDuration}`.split(',').map(Number.parseFloat)
        }),
      ),
    )
    expect(longest).toBeLessThan(0.001)
  })
