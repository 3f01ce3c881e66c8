import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { startGithubStandIn } from './github-stand-in.ts'
import { testWithProgram } from './own-program.ts'
import { makeWorld, organizationPath, signInByForm } from './world.ts'

const client = { id: 'Iv1.playhead', secret: randomBytes(20).toString('hex') }
const address = (email: string, verified = true) => ({ email, verified, primary: false })
const ada = { id: 1815, name: 'Ada Byron', emails: [address('ada@engine.example')] }
const mary = {
  id: 1780,
  name: 'Mary Fairfax',
  emails: [
    address('mary@mechanism.example'),
    address('mary@heavens.example'),
    address('mary@somebody-else.example', false),
  ],
}

const test = testWithProgram(async () => {
  const github = await startGithubStandIn(client, [ada, mary])
  // The server must not keep its worker process alive.
  github.server.unref()
  return {
    PLAYHEAD_DEMO: '1',
    PLAYHEAD_DEMO_DAYS: '0',
    GITHUB_CLIENT_ID: client.id,
    GITHUB_CLIENT_SECRET: client.secret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
  }
})
test.describe.configure({ mode: 'default', timeout: 420_000 })

const authorizeAs = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(page.getByRole('heading', { name: 'Authorize Playhead' })).toBeVisible()
  await page.getByRole('button', { name }).click()
}

test('AUTH-009 AUTH-010 a person signs in with GitHub and gets an account without a password', async ({
  page,
}) => {
  await page.goto('/login')
  await authorizeAs(page, 'Authorize as Ada Byron')
  await expect(
    page.getByRole('heading', { name: 'Create an organization to continue' }),
  ).toBeVisible()
  await page.getByLabel('Organization name').fill('Analytical Engines')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organizations\/[0-9a-f-]{36}\/environments/)
  await page.goto('/account/profile')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Email')).toHaveValue('ada@engine.example')
  await expect(page.getByLabel('Current password')).toHaveCount(0)

  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await authorizeAs(page, 'Authorize as Ada Byron')
  await expect(page.getByRole('button', { name: /Analytical Engines/ })).toBeVisible()
})

if (isLongRun())
  test('AUTH-011 SHELL-012 a person with several addresses chooses one and arrives where they wanted to go', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ email: 'mary@heavens.example', command: program.command })
    const wanted = organizationPath(world, 'account/organization')
    await page.goto(wanted)
    await expect(page).toHaveURL(/\/login\?next=/)
    await authorizeAs(page, 'Authorize as Mary Fairfax')
    await expect(page).toHaveURL('/select-login-email')
    await expect(page.getByRole('heading', { name: 'Select an email address' })).toBeVisible()
    const addresses = page.getByRole('list', { name: 'Email addresses' }).getByRole('button')
    await expect(addresses).toHaveText(['mary@mechanism.example', 'mary@heavens.example'])
    await addresses.nth(1).click()
    await expect(page).toHaveURL(wanted)
    await expect(
      page.getByRole('button', { name: new RegExp(world.organization.name) }),
    ).toBeVisible()

    // GitHub's account is now linked to that person, and the password still works.
    await page.goto('/logout')
    await authorizeAs(page, 'Authorize as Mary Fairfax')
    await expect(
      page.getByRole('button', { name: new RegExp(world.organization.name) }),
    ).toBeVisible()
    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    await signInByForm(page, world.admin)
    await expect(
      page.getByRole('button', { name: new RegExp(world.organization.name) }),
    ).toBeVisible()
  })

test('AUTH-012 cancelling at GitHub shows a message and does not sign in', async ({ page }) => {
  await page.goto('/login')
  await authorizeAs(page, 'Cancel')
  await expect(page.getByText('The sign-in was cancelled.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('playhead_session'))).toBeNull()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
})

test('an answer of GitHub that this browser did not request does not sign in', async ({ page }) => {
  await page.goto('/login/github?code=stolen&state=stolen')
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await page.goto('/environments')
  await expect(page).toHaveURL(/\/login/)
})
