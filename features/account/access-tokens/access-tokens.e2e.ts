import Mux from '@mux/mux-node'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, tabTo } from '../../../tests/journeys/expect-accessible.ts'
import { operator } from '../../../tests/journeys/operator.ts'
import { environmentPath, makeWorld, signIn, type World } from '../../../tests/journeys/world.ts'

// Each axe scan covers two widths and two themes, which takes seconds.
test.describe.configure({ timeout: 420_000 })

const home = (world: World) => environmentPath(world, 'settings/access-tokens')

const open = async (page: Page) => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  await page.goto(home(world))
  await expect(page.getByText("You haven't created any Access Tokens yet")).toBeVisible()
  return world
}

/** Reads the panel as a person would copy it: the environment variables the SDK understands. */
const readSecret = async (page: Page) => {
  const panel = page.getByRole('dialog', { name: 'Your new access token' })
  const text = await panel.locator('pre').innerText()
  const lines = text.split('\n').map((line) => line.split('=') as [string, string])
  const variables = Object.fromEntries(lines)
  return {
    tokenId: variables.MUX_TOKEN_ID!,
    tokenSecret: variables.MUX_TOKEN_SECRET!,
    baseURL: variables.MUX_BASE_URL!,
  }
}

const whoami = (credentials: ConstructorParameters<typeof Mux>[0]) =>
  new Mux({ ...credentials, maxRetries: 0 }).system.utilities.whoami()

test('ACCT-058 ACCT-064 ACCT-066 ACCT-072 ACCT-061 a token is made, works with the SDK, and stops when revoked', async ({
  page,
}) => {
  const world = await open(page)
  await page.getByRole('button', { name: 'Generate new token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate new token' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Production')
  await dialog.getByRole('button', { name: 'Generate token' }).click()
  await expect(
    dialog.getByText('Please choose at least one product to give access to.'),
  ).toBeVisible()
  await expectAccessible(page, 'the token dialog with an error')
  await dialog.getByRole('checkbox', { name: 'System', exact: true }).check()
  await expect(dialog.getByRole('checkbox', { name: 'System Read' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'System Read' })).toBeDisabled()
  await dialog.getByLabel('Name', { exact: true }).fill('Ingest worker')
  await dialog.getByRole('button', { name: 'Generate token' }).click()

  const continueButton = page.getByRole('button', { name: 'Continue' })
  await expect(continueButton).toBeVisible()
  await expectAccessible(page, 'the secret of a token')
  const credentials = await readSecret(page)
  await page.keyboard.press('Escape')
  await expect(continueButton).toBeVisible()
  await continueButton.click()

  const row = page.getByRole('row', { name: /Ingest worker/ })
  await expect(row).toContainText('Production')
  await expect(row).toContainText('System: Read')
  await expect(row).toContainText(world.admin.email)
  await expect(page.locator('body')).not.toContainText(credentials.tokenSecret)

  const answer = await whoami(credentials)
  expect(answer).toMatchObject({
    access_token_name: 'Ingest worker',
    environment_id: world.environment.id,
    organization_id: world.organization.id,
    permissions: ['system:read'],
  })

  await row.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question).toContainText(
    'This access token will become invalid for all users. This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await whoami(credentials)).access_token_name).toBe('Ingest worker')

  await row.getByRole('button', { name: 'Revoke' }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  await expect(whoami(credentials)).rejects.toMatchObject({ status: 401 })

  await page.getByRole('button', { name: 'Show revoked tokens' }).click()
  await expect(row).toContainText('Access Revoked')
  await page.reload()
  await expect(row).toContainText('Access Revoked')
})

test('ACCT-052 KIT-017 a token is renamed in place', async ({ page }) => {
  const world = await makeWorld()
  await operator('token create', {
    environment: world.environment.id,
    permissions: 'data:read',
    name: 'Old name',
  })
  await signIn(page, world.admin)
  await page.goto(home(world))
  const named = (name: string) => page.getByRole('button', { name, exact: true })
  await named('Old name').click()
  await page.keyboard.press('Escape')
  await expect(named('Old name')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Nightly export')
  await page.keyboard.press('Enter')
  await expect(named('Nightly export')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Revoke Nightly export' })).toBeVisible()
  await page.reload()
  await expect(named('Nightly export')).toBeVisible()
})

test('ACCT-055 ACCT-063 26 tokens make two pages of 25, newest first, and the order turns', async ({
  page,
}) => {
  const world = await makeWorld()
  for (let number = 1; number <= 26; number += 1)
    await operator('token create', {
      environment: world.environment.id,
      permissions: 'data:read',
      name: `Token ${number}`,
    })
  await signIn(page, world.admin)
  await page.goto(home(world))
  const firstName = page.getByRole('rowheader').first()
  await expect(firstName).toContainText('Token 26')
  await expect(page.getByRole('rowheader')).toHaveCount(25)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page).toHaveURL(/[?&]page=2/)
  await page.goBack()
  await expect(page.getByRole('rowheader')).toHaveCount(25)
  const created = page.getByRole('columnheader', { name: 'Created', exact: true })
  await expect(created).toHaveAttribute('aria-sort', 'descending')
  await created.getByRole('button').click()
  await expect(created).toHaveAttribute('aria-sort', 'ascending')
  await expect(firstName).toContainText('Token 1')
})

if (isLongRun())
  test('a keyboard alone makes a token and revokes it', async ({ page }) => {
    await open(page)
    await tabTo(page, 'button', 'Generate new token')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Generate new token' })
    await expect(dialog).toBeVisible()
    await tabTo(page, 'checkbox', 'Video Write')
    await page.keyboard.press('Space')
    await tabTo(page, 'button', 'Generate token')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await tabTo(page, 'button', 'Revoke Production')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(page.getByRole('button', { name: 'Revoke Production' })).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', 'Revoke')
    await page.keyboard.press('Enter')
    await expect(page.getByText("You haven't created any Access Tokens yet")).toBeVisible()
  })
