import { expect, type Page } from '@playwright/test'
import { readShownCode } from '@playhead/testing/authenticator-app.ts'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import {
  addPerson,
  makeWorld,
  organizationPath,
  type Person,
  signInByForm,
  type World,
} from '../../../tests/journeys/world.ts'
import { test } from '../../../tests/journeys/other-browsers.ts'

// Each axe scan covers two widths and two themes, which takes seconds.
test.describe.configure({ timeout: 420_000 })

/** Browsers create passkeys for host names only, and the other tests use an IP address. */
const named = `http://localhost:${process.env.PLAYHEAD_TEST_PORT}`

/** A virtual fingerprint sensor that always recognizes its person. */
const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    refuse: (isRefusing: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefusing }),
  }
}

const openSignIn = (page: Page, origin = '') => page.goto(`${origin}/login`)

const openProfile = async (page: Page, world: World, origin = '') => {
  await page.goto(origin + organizationPath(world, 'account/profile'))
  const card = page.getByRole('region', { name: 'Second factor' })
  await expect(card.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  return card
}

const entered = (page: Page) => page.waitForURL(/\/environments/)

/** The recovery codes that come with the first factor. */
const keepCodes = async (page: Page, { isLookedAt = true } = {}) => {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  if (isLookedAt) await expectAccessible(page, 'the recovery codes')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await dialog.getByLabel('I have saved these codes').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

const logOut = async (page: Page, origin = '') => {
  await page.goto(`${origin}/logout`)
  await page.waitForURL(/\/login/)
}

test('a passkey is added, signs in alone and as second factor, is renamed and removed', async ({
  page,
}) => {
  const world = await makeWorld()
  const authenticator = await addAuthenticator(page)
  await openSignIn(page, named)
  await signInByForm(page, world.admin)
  await entered(page)
  const card = await openProfile(page, world, named)
  await expectAccessible(page, 'a profile without a second factor')
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await expectAccessible(page, 'the name of a passkey')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Work laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await keepCodes(page)
  await expect(card.getByRole('listitem')).toContainText('Work laptop')
  await expect(card.getByText('10 codes are left')).toBeVisible()
  await expectAccessible(page, 'a profile with a passkey')

  await logOut(page, named)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await entered(page)

  await logOut(page, named)
  await signInByForm(page, world.admin)
  await page.waitForURL(/\/second-factor/)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expectAccessible(page, 'the second step with a passkey')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await entered(page)

  await openProfile(page, world, named)
  await card.getByRole('button', { name: 'Rename Work laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Home laptop')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await card.getByRole('button', { name: 'Remove Home laptop' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('your last second factor')
  await expectAccessible(page, 'the question before a passkey is removed')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('Recovery codes')).toHaveCount(0)

  await logOut(page, named)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('was not accepted')
  await authenticator.refuse(true)
  await signInByForm(page, world.admin)
  await entered(page)
})

const typeCode = async (page: Page, code: string) => {
  await page.getByLabel(/^(Code|Recovery code)/).fill(code)
  await page.getByRole('button', { name: /^(Continue|Turn on)$/ }).click()
}

/** Sets up an authenticator app on any page that shows the second factors; returns its secret and the recovery codes. */
const setUpApp = async (page: Page, { isLookedAt = true } = {}) => {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img')).toBeVisible()
  const key = await dialog.getByRole('button', { name: /Copy the key/ }).textContent()
  const secret = key!.replaceAll(/Copy the key|\s/g, '')
  if (isLookedAt) await expectAccessible(page, 'the set-up of an authenticator app')
  await typeCode(page, '12 34')
  await expect(dialog.getByText('Type the six digits')).toBeVisible()
  await typeCode(page, readShownCode(secret, new Date()))
  return { secret, codes: await keepCodes(page, { isLookedAt }) }
}

const signInWithPassword = async (page: Page, person: Person) => {
  await openSignIn(page)
  await signInByForm(page, person)
}

test('an authenticator app is set up, required of everybody, and signs in with codes and recovery codes', async ({
  openOther,
  page,
}) => {
  const world = await makeWorld()
  const member = await addPerson(world.organization.id)
  await signInWithPassword(page, world.admin)
  await entered(page)
  const card = await openProfile(page, world)
  await expect(card).toContainText(`Open Playhead at ${new URL(named).host} to use them`)

  await page.goto(organizationPath(world, 'account/organization'))
  const requirement = page.getByRole('switch', { name: /Require a second factor/ })
  await requirement.click()
  await expect(page.getByText('Set up a second factor in your own profile before')).toBeVisible()
  await openProfile(page, world)
  const { secret, codes } = await setUpApp(page)
  await expect(card.getByText(/^On since/)).toBeVisible()
  await page.goto(organizationPath(world, 'account/organization'))
  await requirement.click()
  await expect(requirement).toBeChecked()
  await expect(page.getByText('One member has none yet')).toBeVisible()
  await expectAccessible(page, 'an organization that requires a second factor')

  const other = await openOther()
  await signInWithPassword(other, member)
  await other.waitForURL(/\/second-factor-required/)
  await expect(other.getByText(`${world.organization.name} requires one`)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Set up', exact: true })).toBeVisible()
  await expectAccessible(other, 'the page of an organization that waits for a second factor')
  await setUpApp(other)
  await other.getByRole('button', { name: `Continue to ${world.organization.name}` }).click()
  await entered(other)

  await logOut(page)
  await signInWithPassword(page, world.admin)
  await page.waitForURL(/\/second-factor/)
  await expect(page.getByLabel('Code of your authenticator app')).toBeVisible()
  await expectAccessible(page, 'the second step with a code')
  await typeCode(page, '000000')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  // The code that set up the app is used up; the code of the next time step is accepted already.
  await typeCode(page, readShownCode(secret, new Date(Date.now() + 30_000)))
  await entered(page)

  await logOut(page)
  await signInWithPassword(page, world.admin)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await typeCode(page, codes[0]!)
  await entered(page)
  await openProfile(page, world)
  await expect(card.getByText('9 codes are left')).toBeVisible()
})

/** Makes the last proof older than ten minutes, so that the next change is refused once. */
const outdateProof = (page: Page) =>
  page.route(
    /\/ui\/v1\/second-factor\/recovery-codes/,
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { type: 'proof_required', messages: ['Confirm that it is you first.'] } },
      }),
    { times: 1 },
  )

test('a change long after the sign-in asks who is there, by password, code or passkey, and is then made', async ({
  page,
}) => {
  const world = await makeWorld()
  await addAuthenticator(page)
  await openSignIn(page, named)
  await signInByForm(page, world.admin)
  await entered(page)
  const card = await openProfile(page, world, named)
  const { secret } = await setUpApp(page, { isLookedAt: false })
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const renewCodes = async () => {
    await outdateProof(page)
    await card.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
    await expect(dialog).toBeVisible()
  }

  await renewCodes()
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page, 'the question who is there, with a code')
  await dialog.getByLabel('Your password').fill(world.admin.password)
  await dialog.getByLabel('Code of your authenticator app').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This code is wrong')).toBeVisible()
  // The code that set up the app is used up; the code of the next time step is accepted already.
  const code = readShownCode(secret, new Date(Date.now() + 30_000))
  await dialog.getByLabel('Code of your authenticator app').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await keepCodes(page, { isLookedAt: false })

  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(card.getByRole('listitem')).toContainText('My passkey')
  await renewCodes()
  await expectAccessible(page, 'the question who is there, with a passkey')
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await keepCodes(page, { isLookedAt: false })
})
