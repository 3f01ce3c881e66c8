import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { operator } from '../../../tests/journeys/operator.ts'
import { makeWorld, signIn, type World } from '../../../tests/journeys/world.ts'
import { test } from '../../../tests/journeys/other-browsers.ts'

// Each axe scan covers two widths and two themes, which takes seconds.
test.describe.configure({ timeout: 420_000 })

const open = async (page: Page, world: World) => {
  await signIn(page, world.admin)
  await page.goto(`/organizations/${world.organization.id}/environments`)
  await expect(page.getByRole('row', { name: /Production/ })).toBeVisible()
}

const choose = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('ACCT-037 ACCT-040 ACCT-041 ACCT-042 ACCT-044 an environment is created, changed and deleted', async ({
  page,
}) => {
  const world = await makeWorld()
  await open(page, world)
  await page.getByRole('button', { name: 'Create environment' }).click()
  let dialog = page.getByRole('dialog', { name: 'Create environment' })
  await dialog.getByLabel('URL').fill('nowhere')
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await expect(dialog.getByText('Environment name is required')).toBeVisible()
  await expect(dialog.getByText('URL does not appear to be valid')).toBeVisible()
  await expectAccessible(page, 'the environment dialog with errors')
  await dialog.getByLabel('Name', { exact: true }).fill('Apps')
  await dialog.getByLabel('URL').fill('https://northlight.example')
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await expect(page.getByText('Environment created')).toBeVisible()

  await choose(page, 'Apps', 'Edit')
  dialog = page.getByRole('dialog', { name: 'Edit environment' })
  await dialog.getByLabel('Name', { exact: true }).fill('Something else')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, 'Apps', 'Edit')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Apps')
  await dialog.getByLabel('Name', { exact: true }).fill('Apps two')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Environment updated')).toBeVisible()

  await choose(page, 'Apps two', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete Apps two?' })
  const confirm = question.getByRole('button', { name: 'Delete environment' })
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox').fill('Apps')
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox').fill('Apps two')
  await confirm.click()
  await expect(page.getByText('Environment deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: /Apps two/ })).toHaveCount(0)
})

if (isLongRun())
  test('ACCT-046 ACCT-047 the key is copied, the users are shown, the name leads into the environment', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const world = await makeWorld()
    await open(page, world)
    const copy = page.getByRole('button', { name: /Copy the key/ })
    await copy.click()
    await expect(page.getByText('Key copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.length).toBeGreaterThan(8)
    await expect(copy).toContainText(copied)
    await page.getByRole('button', { name: 'Show users of Production' }).click()
    await expect(page.getByRole('dialog')).toContainText(world.admin.email)
    await expectAccessible(page, 'the users of an environment')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Production', exact: true })).toHaveAttribute(
      'href',
      `/organizations/${world.organization.id}/environments/${world.environment.id}/data`,
    )
  })

if (isLongRun())
  test('ACCT-048 ACCT-049 at the limit which the operator set, creating explains itself', async ({
    openOther,
    page,
  }) => {
    const world = await makeWorld()
    const staff = {
      email: `${randomUUID().slice(0, 8)}@example.com`,
      password: 'tall-harbour-lantern-42',
    }
    const { id } = await operator('user create', { ...staff, internal: true })
    const staffPage = await openOther()
    await signIn(staffPage, { id, ...staff })
    await staffPage.goto('/operator/organizations')
    await staffPage.getByRole('searchbox').fill(world.organization.name)
    await staffPage.getByRole('button', { name: `Edit ${world.organization.name}` }).click()
    const drawer = staffPage.getByRole('dialog', { name: world.organization.name })
    await drawer.getByRole('button', { name: /Plan$/ }).click()
    await staffPage.getByRole('option', { name: 'Free' }).click()
    await drawer.getByLabel('environmentLimit').fill('1')
    await expectAccessible(staffPage, 'the editor of an organization')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(staffPage.getByText('Organization updated')).toBeVisible()

    await open(page, world)
    const create = page.getByRole('button', { name: 'Create environment' })
    await expect(create).toBeDisabled()
    await create.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toHaveText(
      'Upgrade your plan to create more environments.',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
