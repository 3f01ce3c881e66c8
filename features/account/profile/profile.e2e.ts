import { randomUUID } from 'node:crypto'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { makeWorld, type Person, signIn } from '../../../tests/journeys/world.ts'
import { test } from '../../../tests/journeys/other-browsers.ts'

// Each axe scan covers two widths and two themes, which takes seconds.
test.describe.configure({ timeout: 420_000 })

const open = async (page: Page, person: Person, organizationId: string) => {
  await signIn(page, person)
  await page.goto(`/organizations/${organizationId}/account/profile`)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
}

const mailedLink = async (to: string, page = '/') => {
  const folder = path.join(process.env.PLAYHEAD_TEST_DATA ?? '', 'outbox')
  // The first mail creates the folder, and it is sent after the response.
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue
    const mail = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as {
      to: string
      text: string
    }
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
    if (mail.to === to && link?.includes(page)) return link
  }
  return undefined
}

if (isLongRun())
  test('ACCT-001 ACCT-003 AUTH-018 a name is saved, a changed address waits for its mailed link', async ({
    page,
  }) => {
    const world = await makeWorld()
    const other = await makeWorld()
    await open(page, world.admin, world.organization.id)
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Last name').fill('Kaur')
    await page.getByLabel('Email').fill('mira')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Invalid email')).toBeVisible()
    await expectAccessible(page, 'the profile with an error')
    await page.getByLabel('Email').fill(other.admin.email)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('email already exists')).toBeVisible()

    const email = `${randomUUID().slice(0, 8)}@example.com`
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Personal information updated')).toBeVisible()
    await expect(page.getByText(/We mailed a link to/)).toContainText(email)
    await expect(page.getByLabel('Email')).toHaveValue(world.admin.email)

    await expect.poll(() => mailedLink(email)).toBeDefined()
    await page.goto((await mailedLink(email))!)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText(email)).toBeVisible()
    await page.goto(`/organizations/${world.organization.id}/account/profile`)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('First name')).toHaveValue('Mira')
    await expect(page.getByText(/We mailed a link to/)).toHaveCount(0)
  })

if (isLongRun())
  test('a changed address is undone from the old one, and its owner chooses a new password', async ({
    openOther,
    page,
  }) => {
    const world = await makeWorld()
    const { admin } = world
    await open(page, admin, world.organization.id)
    const email = `${randomUUID().slice(0, 8)}@example.com`
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => mailedLink(email)).toBeDefined()
    await page.goto((await mailedLink(email))!)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText(email)).toBeVisible()

    const owner = await openOther()
    const undo = () => mailedLink(admin.email, '/undo-email-change')
    await expect.poll(undo).toBeDefined()
    await owner.goto((await undo())!)
    await owner.getByRole('button', { name: 'Undo the change' }).click()
    await expect(owner.getByText(`Its address is ${admin.email}`)).toBeVisible()
    await owner.getByRole('link', { name: 'Choose a new password' }).click()
    await owner.getByLabel('New password', { exact: true }).fill('a-new-harbour-lantern')
    await owner.getByLabel('New password again').fill('a-new-harbour-lantern')
    await owner.getByRole('button', { name: 'Change password' }).click()
    await owner.waitForURL(/\/login/)
    await signIn(owner, { ...admin, password: 'a-new-harbour-lantern' })
    await page.goto(`/organizations/${world.organization.id}/account/profile`)
    await page.waitForURL(/\/login/)
  })

if (isLongRun())
  test('a session elsewhere is seen and ended from the profile', async ({ openOther, page }) => {
    const world = await makeWorld()
    const elsewhere = await openOther()
    await open(elsewhere, world.admin, world.organization.id)
    await open(page, world.admin, world.organization.id)
    const ends = page.getByRole('button', { name: /^End Chrome/ })
    await expect(ends).toHaveCount(1)
    await expect(page.getByText('This one')).toHaveCount(1)
    await expectAccessible(page, 'the profile with two sessions')
    await ends.click()
    await expect(ends).toHaveCount(0)
    await elsewhere.reload()
    await elsewhere.waitForURL(/\/login/)
  })

test('ACCT-004 ACCT-005 ACCT-006 the password is changed, and every other session ends', async ({
  openOther,
  page,
}) => {
  const world = await makeWorld()
  const elsewhere = await openOther()
  await open(elsewhere, world.admin, world.organization.id)
  await open(page, world.admin, world.organization.id)
  const change = async (current: string, next: string, again = next) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Repeat the new password').fill(again)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change(world.admin.password, 'too-short', 'other')
  await expect(page.getByText('Password must be at least 12 characters long')).toBeVisible()
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await change('not-my-password-at-all', 'a-new-harbour-lantern')
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await change(world.admin.password, 'a-new-harbour-lantern')
  await expect(page.getByText('Password updated')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(world.admin.email)
  await elsewhere.reload()
  await elsewhere.waitForURL(/\/login/)
  await signIn(elsewhere, { ...world.admin, password: 'a-new-harbour-lantern' })
})

if (isLongRun())
  test('signing out everywhere ends every session, this one too', async ({ openOther, page }) => {
    const world = await makeWorld()
    const elsewhere = await openOther()
    await open(elsewhere, world.admin, world.organization.id)
    await open(page, world.admin, world.organization.id)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(/\/login/)
    await elsewhere.reload()
    await elsewhere.waitForURL(/\/login/)
  })

test('ACCT-001 Log out leads to the login page', async ({ page }) => {
  const world = await makeWorld()
  await open(page, world.admin, world.organization.id)
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(/\/login/)
  await page.goto(`/organizations/${world.organization.id}/account/profile`)
  await page.waitForURL(/\/login/)
})
