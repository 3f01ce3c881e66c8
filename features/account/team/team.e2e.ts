import { randomUUID } from 'node:crypto'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, tabTo } from '../../../tests/journeys/expect-accessible.ts'
import { operator } from '../../../tests/journeys/operator.ts'
import {
  addPerson,
  environmentPath,
  makeWorld,
  signIn,
  type World,
} from '../../../tests/journeys/world.ts'
import { test } from '../../../tests/journeys/other-browsers.ts'

// Each axe scan covers two widths and two themes, which takes seconds.
test.describe.configure({ timeout: 420_000 })

const password = 'tall-harbour-lantern-42'
const teamPage = (world: World) => environmentPath(world, 'account/organization')
const openTeam = async (page: Page, world: World) => {
  await signIn(page, world.admin)
  await page.goto(teamPage(world))
  await expect(page.getByRole('table', { name: 'Team' })).toContainText(world.admin.email)
}

/** The operator reads the outbox in the dashboard and passes the link on. */
const linkFromOutbox = async (page: Page, email: string) => {
  const staff = { email: `${randomUUID().slice(0, 8)}@example.com`, password }
  const { id } = await operator('user create', { ...staff, internal: true })
  await signIn(page, { id, ...staff })
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(async () => {
    await page.goto('/operator/mail')
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await row.getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: /^Join / })
  await expectAccessible(page, 'a mail of the outbox')
  return (await drawer.getByRole('link').getAttribute('href'))!
}

test('ACCT-020 ACCT-023 ACCT-032 ACCT-033 ACCT-030 a person is invited, joins, gets environments and a role, and is removed', async ({
  openOther,
  page,
}) => {
  const world = await makeWorld()
  await operator('environment create', {
    organization: world.organization.id,
    name: 'Staging',
    type: 'staging',
  })
  const email = `${randomUUID().slice(0, 8)}@example.com`
  await openTeam(page, world)

  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Send invite' }).click()
  await expect(dialog.getByText('Invalid email')).toBeVisible()
  await expectAccessible(page, 'the invite dialog with an error')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('checkbox', { name: /Staging/ }).uncheck()
  await dialog.getByRole('button', { name: 'Send invite' }).click()
  await expect(page.getByText('Invite sent')).toBeVisible()
  const invites = page.getByRole('table', { name: 'Open invites' })
  await expect(invites.getByRole('row', { name: new RegExp(email) })).toContainText('Production')

  const guestPage = await openOther()
  await guestPage.goto(await linkFromOutbox(await openOther(), email))
  await guestPage.getByRole('link', { name: 'Create an account' }).click()
  await guestPage.getByLabel('First name').fill('Ines')
  await guestPage.getByLabel('Last name').fill('Moreau')
  await guestPage.getByLabel('Password', { exact: true }).fill(password)
  await guestPage.keyboard.press('Enter')
  await guestPage.waitForURL((url) => url.pathname.includes(world.organization.id))
  await guestPage.goto(`/organizations/${world.organization.id}/environments`)
  const environments = guestPage.getByRole('table', { name: 'Environments' })
  await expect(environments).toContainText('Production')
  await expect(environments).not.toContainText('Staging')
  await guestPage.goto(teamPage(world))
  await expect(guestPage.getByText('This page is unavailable')).toBeVisible()

  await page.reload()
  await expect(page.getByText('No open invites')).toBeVisible()
  const row = page.getByRole('row', { name: /Ines Moreau/ })
  await row.getByRole('button', { name: /Edit environments/ }).click()
  await page.getByRole('checkbox', { name: /Staging/ }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(row).toContainText('Production, Staging')
  await guestPage.goto(`/organizations/${world.organization.id}/environments`)
  await expect(environments).toContainText('Staging')

  await row.getByRole('switch').click()
  await expect(page.getByText('User admin status has been successfully updated')).toBeVisible()
  await expect(row).toContainText('All')
  await guestPage.goto(teamPage(world))
  await expect(guestPage.getByRole('table', { name: 'Team' })).toContainText('Ines Moreau')

  await row.getByRole('button', { name: 'Remove Ines Moreau' }).click()
  await page.getByRole('button', { name: 'Remove user' }).click()
  await expect(page.getByText('User removed', { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
  await guestPage.goto('/')
  await guestPage.waitForURL(/\/create-organization/)
})

/** The recent changes further down name the same people. */
const openInvites = (page: Page) => page.getByRole('table', { name: 'Open invites' })

if (isLongRun())
  test('ACCT-027 ACCT-028 an open invite is changed and withdrawn', async ({ page }) => {
    const world = await makeWorld()
    await openTeam(page, world)
    await page.getByRole('button', { name: 'Invite user' }).click()
    await page.getByLabel('Email').fill('ines@example.com')
    await page.getByRole('button', { name: 'Send invite' }).click()
    const row = openInvites(page).getByRole('row', { name: /ines@example.com/ })
    await row.getByRole('switch').click()
    await expect(row).toContainText('All')
    await page.reload()
    await expect(row.getByRole('switch')).toBeChecked()
    await row.getByRole('button', { name: /Delete/ }).click()
    await expect(page.getByText('Invite deleted', { exact: true })).toBeVisible()
    await expect(page.getByText('No open invites')).toBeVisible()
  })

if (isLongRun())
  test('a keyboard alone invites a person', async ({ page }) => {
    const world = await makeWorld()
    await openTeam(page, world)
    await tabTo(page, 'button', 'Invite user')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Invite user' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('keys@example.com')
    await tabTo(page, 'checkbox', 'Admin')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(openInvites(page).getByRole('row', { name: /keys@example.com/ })).toContainText(
      'All',
    )
  })

test('ACCT-018 ACCT-035 SHELL-041 a member reaches the profile and not the organization', async ({
  page,
}) => {
  const world = await makeWorld()
  const member = await addPerson(world.organization.id)
  await signIn(page, member)
  await page.goto(`/organizations/${world.organization.id}/account/organization`)
  await expect(page.getByText('This page is unavailable')).toBeVisible()
  await page.goto(`/organizations/${world.organization.id}/account/profile`)
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
})

if (isLongRun())
  test('SHELL-010 SHELL-013 the team and the organization have several addresses and one page', async ({
    page,
  }) => {
    const world = await makeWorld()
    await signIn(page, world.admin)
    for (const address of ['settings/team', 'settings/organization', 'account/organization']) {
      await page.goto(`/organizations/${world.organization.id}/${address}`)
      await expect(page.getByRole('table', { name: 'Team' })).toContainText(world.admin.email)
    }
  })
