import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { type OwnProgram, testWithProgram } from './own-program.ts'
import { addPerson, environmentPath, makeWorld, organizationPath, signIn } from './world.ts'

// Read-only mode affects everyone on a server, so this file starts a separate one.
const test = testWithProgram()
test.describe.configure({ mode: 'default', timeout: 420_000 })

const addStaff = async ({ command }: OwnProgram) => {
  const home = await makeWorld({ command })
  const staff = await addPerson(home.organization.id, {
    isAdmin: true,
    isInternal: true,
    command,
  })
  return { home, staff }
}

const banner = (page: Page, text: string) => page.locator('.ph-banner', { hasText: text })
const masqueradeText = 'Masquerading: you are viewing CUSTOMER data'
const readOnlyText = "The API is in read-only mode. Changes can't be saved right now."

const setOverrides = (page: Page, url: string, overrides: Record<string, unknown>) =>
  page.context().addCookies([
    {
      name: 'playhead_feature_overrides',
      value: encodeURIComponent(JSON.stringify(overrides)),
      url,
    },
  ])

test('SHELL-061 KIT-030 staff look at an organization as its admin does, and leave again', async ({
  page,
  program,
}) => {
  const { home, staff } = await addStaff(program)
  const customer = await makeWorld({ command: program.command })
  await signIn(page, staff)
  await page.goto(environmentPath(customer, 'account/profile'))
  await expect(page.getByRole('heading', { name: "We can't find your account." })).toBeVisible()

  await page.goto('/operator/organizations')
  await page
    .getByRole('searchbox', { name: 'Search organizations' })
    .fill(customer.organization.name)
  await page.getByRole('button', { name: `Masquerade as ${customer.organization.name}` }).click()
  await expect(page).toHaveURL(organizationPath(customer, 'environments'))
  await expect(banner(page, masqueradeText)).toBeVisible()
  await expect(banner(page, masqueradeText).getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Production' }).first().click()
  await page.goto(environmentPath(customer, 'settings/access-tokens'))
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.reload()
  await expect(banner(page, masqueradeText)).toBeVisible()

  await banner(page, masqueradeText).getByRole('button', { name: 'End' }).click()
  await expect(page.getByRole('button', { name: new RegExp(home.organization.name) })).toBeVisible()
  await expect(banner(page, masqueradeText)).toHaveCount(0)
  await page.goto(environmentPath(customer, 'account/profile'))
  await expect(page.getByRole('heading', { name: "We can't find your account." })).toBeVisible()

  // The customer can read who accessed the organization.
  const owner = await page.context().browser()!.newContext({ baseURL: program.url })
  const ownerPage = await owner.newPage()
  await signIn(ownerPage, customer.admin)
  await ownerPage.goto(organizationPath(customer, 'account/organization'))
  await expect(ownerPage.getByText(staff.email).first()).toBeVisible()
  await owner.close()
})

if (isLongRun())
  test('SHELL-060 KIT-031 feature overrides count for staff alone, and their banner clears them', async ({
    page,
    browser,
    program,
  }) => {
    const { home, staff } = await addStaff(program)
    await signIn(page, staff)
    await setOverrides(page, program.url, { video: false })
    await page.goto(organizationPath(home, 'environments'))
    const overrides = banner(page, 'Developer feature overrides: video')
    await expect(overrides).toBeVisible()
    const flagsOf = async (one: Page) => {
      const answer = await one.request.get('/ui/v1/session')
      const { data } = (await answer.json()) as {
        data: { feature_flags: { video: boolean }; feature_overrides: string[] }
      }
      return { video: data.feature_flags.video, overrides: data.feature_overrides }
    }
    expect(await flagsOf(page)).toEqual({ video: false, overrides: ['video'] })
    await overrides.getByRole('button', { name: 'Clear' }).click()
    await expect(overrides).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
    expect(await flagsOf(page)).toEqual({ video: true, overrides: [] })

    const customerPage = await (await browser.newContext({ baseURL: program.url })).newPage()
    await signIn(customerPage, home.admin)
    await setOverrides(customerPage, program.url, { video: false })
    await customerPage.goto(organizationPath(home, 'environments'))
    await expect(
      customerPage.getByRole('heading', { name: 'Environments', level: 1 }),
    ).toBeVisible()
    await expect(banner(customerPage, 'Developer feature overrides')).toHaveCount(0)
    expect(await flagsOf(customerPage)).toEqual({ video: true, overrides: [] })
  })

test('staff read the mail this server kept and follow its link', async ({
  page,
  browser,
  program,
}) => {
  const { home, staff } = await addStaff(program)
  const invited = `${randomUUID().slice(0, 8)}@northlight.example`
  const asked = await page.request.post('/ui/v1/signup', {
    headers: { 'x-requested-with': 'playhead' },
    data: { invite: { email: invited, type: 'video', plan: null, redirect_url: null } },
  })
  expect(asked.status(), await asked.text()).toBeLessThan(300)

  await signIn(page, staff)
  await page.goto('/operator/mail')
  await page
    .getByRole('row', { name: new RegExp(invited) })
    .getByRole('button')
    .click()
  const mail = page.getByRole('dialog')
  await expect(mail.getByText(invited).first()).toBeVisible()
  const href = await mail.locator('a', { hasText: '/create-account' }).getAttribute('href')

  const visitor = await (await browser.newContext({ baseURL: program.url })).newPage()
  await visitor.goto(href!)
  await expect(visitor.getByLabel('Email')).toHaveValue(invited)
  await expect(visitor.getByRole('button', { name: 'Create account' })).toBeVisible()

  // Only staff can read it.
  const customer = await (await browser.newContext({ baseURL: program.url })).newPage()
  await signIn(customer, home.admin)
  expect((await customer.request.get('/ui/v1/operator/mail')).status()).toBe(403)
})

const usualTexts = [
  'Your plan has been cancelled.',
  'Your plan will be downgraded at the end of the billing period.',
  'Your organization is in read-only mode.',
  'Your trial is about to expire.',
  'Your usage is close to the volume of your plan.',
  'Data plans have changed.',
  "You've reached the view limit of your plan.",
  "We'd love to hear your feedback.",
  'You can only create test videos on your plan.',
]

if (isLongRun())
  test('KIT-034 KIT-035 KIT-036 KIT-029 notices that staff set show as banners until a person dismisses them in that organization', async ({
    page,
    browser,
    program,
  }) => {
    const { staff } = await addStaff(program)
    const { command } = program
    const [first, second] = [await makeWorld({ command }), await makeWorld({ command })]
    await signIn(page, staff)
    for (const { organization } of [first, second]) {
      await page.goto('/operator/organizations')
      await page.getByRole('searchbox', { name: 'Search organizations' }).fill(organization.name)
      await page.getByRole('button', { name: `Edit ${organization.name}` }).click()
      const drawer = page.getByRole('dialog', { name: organization.name })
      for (const _ of usualTexts) await drawer.getByRole('button', { name: 'Add notice' }).click()
      await expect(drawer.getByRole('button', { name: 'Add notice' })).toBeDisabled()
      if (organization.id === second.organization.id)
        await drawer.getByLabel('Message of notice 1').fill('Cancelled on your request.')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Organization updated')).toBeVisible()
    }

    const customer = await (await browser.newContext({ baseURL: program.url })).newPage()
    await signIn(customer, first.admin)
    await customer.goto(organizationPath(first, 'environments'))
    for (const text of usualTexts) await expect(banner(customer, text)).toBeVisible()
    const plans = organizationPath(first, 'account/billing/plans')
    for (const [text, label] of [
      ["You've reached the view limit of your plan.", 'Get more views'],
      ['You can only create test videos on your plan.', 'Upgrade'],
    ] as const)
      await expect(banner(customer, text).getByRole('link', { name: label })).toHaveAttribute(
        'href',
        plans,
      )

    const trial = 'Your trial is about to expire.'
    await banner(customer, trial).getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner(customer, trial)).toHaveCount(0)
    await customer.reload()
    await expect(banner(customer, 'Data plans have changed.')).toBeVisible()
    await expect(banner(customer, trial)).toHaveCount(0)

    // The same browser in the other organization: the notice was not dismissed there, and the text of the staff is shown.
    await customer.request.delete('/ui/v1/session', { headers: { 'x-requested-with': 'playhead' } })
    await signIn(customer, second.admin)
    await customer.goto(organizationPath(second, 'environments'))
    await expect(banner(customer, trial)).toBeVisible()
    await expect(banner(customer, 'Cancelled on your request.')).toBeVisible()
    await expect(banner(customer, usualTexts[0]!)).toHaveCount(0)
  })

test('KIT-032 read-only mode shows a banner, refuses changes and ends without a trace', async ({
  page,
  browser,
  program,
}) => {
  const { home, staff } = await addStaff(program)
  await signIn(page, staff)
  await page.goto('/operator/organizations')
  const readOnly = page.getByRole('switch', { name: 'Read-only mode' })
  await readOnly.click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(banner(page, readOnlyText)).toBeVisible()
  await expect(readOnly).toBeChecked()

  const customer = await (await browser.newContext({ baseURL: program.url })).newPage()
  await signIn(customer, home.admin)
  await customer.goto(organizationPath(home, 'account/profile'))
  await expect(banner(customer, readOnlyText)).toBeVisible()
  await expect(banner(customer, readOnlyText).getByRole('button', { name: 'Dismiss' })).toHaveCount(
    0,
  )
  const refused = await customer.request.put(`/ui/v1/users/${home.admin.id}`, {
    headers: { 'x-requested-with': 'playhead' },
    data: { user: { first_name: 'Changed' } },
  })
  expect(refused.status()).toBe(503)
  expect(await refused.json()).toMatchObject({
    error: { type: 'read_only', messages: [readOnlyText] },
  })

  await readOnly.click()
  await expect(banner(page, readOnlyText)).toHaveCount(0)
  await customer.reload()
  await expect(customer.getByLabel('First name')).not.toHaveValue('Changed')
  await expect(banner(customer, readOnlyText)).toHaveCount(0)
  await customer.getByLabel('First name').fill('Mira')
  await customer.getByRole('button', { name: 'Save' }).first().click()
  await expect(customer.getByText('Personal information updated')).toBeVisible()
  await customer.reload()
  await expect(customer.getByLabel('First name')).toHaveValue('Mira')
})
