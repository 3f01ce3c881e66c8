import { someOf } from '@playhead/testing/how-many.ts'
import { expect, type Page, test } from '@playwright/test'
import { join } from 'node:path'
import { expectNoOverflow, waitForTransitions } from './expect-accessible.ts'
import { findBarriers } from './find-barriers.ts'
import { looksOf } from './looks.ts'
import { operator } from './operator.ts'
import { environmentPath, makeWorld, signIn, type World } from './world.ts'

/**
 * Screens in their looks: axe finds nothing, the page does not scroll sideways, and nothing is still loading. The long
 * run takes half of the screens, and a release all, at both widths and in both themes. `PLAYHEAD_TEST_SCREENS=folder` keeps screenshots for people to review.
 */
interface Place {
  name: string
  path: string | ((world: World) => string)
  /** A heading that appears only when the screen has loaded. */
  heading: string | RegExp
  /** Selector of repeated content: only a long run checks it, in its first look. */
  repeated?: string
  /** On light systems too. MONI-002 */
  isDark?: true
}

const signedOut: Place[] = [
  { name: 'login', path: '/login', heading: /sign in/i },
  { name: 'signup', path: '/signup?type=video', heading: /account/i },
  { name: 'forgot-password', path: '/forgot-password', heading: /password/i },
  { name: 'reset-password', path: '/reset-password?token=unknown', heading: /password/i },
  { name: 'select-login-email', path: '/select-login-email', heading: /email/i },
  {
    name: 'create-account',
    path: '/create-account?invite=6a0f3a4e-7d1c-4a53-9a53-3f0f8f1d6c11&token=unknown&email=new%40example.com',
    heading: /account/i,
  },
  { name: 'confirm-email', path: '/confirm-email?token=unknown', heading: /./ },
  {
    name: 'join',
    path: '/accept-organization-invite/6a0f3a4e-7d1c-4a53-9a53-3f0f8f1d6c11?organization_name=Harbour',
    heading: 'Join organization',
  },
  { name: 'sso-required', path: '/sso-required', heading: /./ },
  { name: 'sso-required-marketplace', path: '/sso-required?marketplace=vercel', heading: /./ },
  { name: 'account-not-found', path: '/account-not-found', heading: "We can't find your account." },
  {
    name: 'marketplace',
    path: '/marketplace/offer-1?partner=vercel',
    heading: 'Thank you for accepting the Marketplace offer!',
  },
]

const organizationPath = (world: World, rest: string) =>
  `/organizations/${world.organization.id}/${rest}`

const signedIn: Place[] = [
  {
    name: 'environments',
    path: (world) => organizationPath(world, 'environments'),
    heading: 'Environments',
  },
  {
    name: 'profile',
    path: (world) => environmentPath(world, 'account/profile'),
    heading: 'Account',
  },
  {
    name: 'organization',
    path: (world) => environmentPath(world, 'account/organization'),
    heading: 'Account',
  },
  {
    name: 'access-tokens',
    path: (world) => environmentPath(world, 'settings/access-tokens'),
    heading: 'Settings',
  },
  {
    name: 'payment-method',
    path: (world) => organizationPath(world, 'account/billing/payment-method'),
    heading: 'Account',
  },
  {
    name: 'invoices',
    path: (world) => organizationPath(world, 'account/billing/invoices'),
    heading: 'Account',
  },
  {
    name: 'billing',
    path: (world) => organizationPath(world, 'account/billing'),
    heading: 'Account',
  },
  {
    name: 'usage-details',
    path: (world) => organizationPath(world, 'account/billing/usage-details'),
    heading: 'Account',
  },
  {
    name: 'activity-events',
    path: (world) => environmentPath(world, 'activity/events'),
    heading: 'API Activity',
  },
  {
    name: 'monitoring',
    path: (world) => environmentPath(world, 'monitoring'),
    heading: 'Monitoring',
    isDark: true,
  },
  {
    name: 'monitoring-metric',
    path: (world) => environmentPath(world, 'monitoring/playback-failure-percentage'),
    heading: 'Playback failures',
    isDark: true,
  },
  {
    name: 'activity-logs',
    path: (world) => environmentPath(world, 'activity/logs'),
    heading: 'API Activity',
  },
  {
    name: 'activity-changes',
    path: (world) => environmentPath(world, 'activity/changes'),
    heading: 'API Activity',
  },
  {
    name: 'incidents',
    path: (world) => environmentPath(world, 'alerts/incidents'),
    heading: 'Alerts',
  },
  {
    name: 'alert-rules',
    path: (world) => environmentPath(world, 'alerts/rules'),
    heading: 'Alerts',
  },
  {
    name: 'alert-rule',
    path: (world) => environmentPath(world, 'alerts/rules/new'),
    heading: 'New alert rule',
  },
  {
    name: 'older-incidents',
    path: (world) => environmentPath(world, 'incidents'),
    heading: 'Incidents',
  },
  {
    name: 'notification-channels',
    path: (world) => environmentPath(world, 'alerts/notification-channels'),
    heading: 'Alerts',
  },
  { name: 'status', path: '/docs/status', heading: /status/i },
  { name: 'not-found', path: '/nowhere/at/all', heading: 'This page is unavailable' },
]

const staffOnly: Place[] = [
  {
    name: 'operator-organizations',
    path: ({ organization }) =>
      `/operator/organizations?query=${encodeURIComponent(organization.name)}`,
    heading: 'Operator',
  },
  { name: 'operator-mail', path: '/operator/mail', heading: 'Operator' },
  { name: 'operator-collector', path: '/operator/collector', heading: 'Operator' },
  { name: 'operator-alerts', path: '/operator/alerts', heading: 'Operator' },
  { name: 'operator-prices', path: '/operator/prices', heading: 'Operator' },
  { name: 'operator-tax', path: '/operator/tax', heading: 'Operator' },
]

const documents: Place[] = [
  {
    name: 'docs-api',
    path: '/docs/api',
    heading: 'API reference',
    repeated: '.endpoint:nth-of-type(n+4)',
  },
  { name: 'docs-getting-started', path: '/docs/getting-started', heading: 'Getting started' },
  { name: 'docs-configuration', path: '/docs/configuration', heading: 'Configuration' },
]

const pictures = process.env.PLAYHEAD_TEST_SCREENS

/** Removes the elements, because axe traverses excluded ones anyway. */
const takeOut = (page: Page, selector: string) =>
  page.evaluate((repeated) => {
    for (const element of document.querySelectorAll(repeated)) element.remove()
  }, selector)

const look = async (page: Page, place: Place, world: World) => {
  const { name, path, heading, repeated, isDark } = place
  const address = typeof path === 'string' ? path : path(world)
  const [first, ...others] = looksOf(name)
  await page.setViewportSize(first!.size)
  await page.emulateMedia({ colorScheme: first!.theme, reducedMotion: 'reduce' })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible()
  // The server's documents are whole once they have loaded, which goto waits for.
  if (!repeated) await page.waitForLoadState('networkidle')
  for (const [index, { size, theme }] of [first!, ...others].entries()) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    // The server's documents follow the system theme silently, logged-out pages keep their own theme.
    await expect(
      page.locator(
        `html:not([data-theme]), [data-theme="${isDark ? 'dark' : theme}"], [data-theme="auth"]`,
      ),
    ).toHaveCount(1)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await waitForTransitions(page)
    if (pictures)
      await page.screenshot({
        path: join(pictures, `${name}-${size.width}-${theme}.png`),
        fullPage: !repeated,
      })
    if (await page.locator('.shell-main time').first().isVisible())
      // Times without their zone are half said; said twice it is noise. docs/adr/0102
      expect(
        await page.getByText('Times are in').filter({ visible: true }).count(),
        `names of the zone on ${name}`,
      ).toBe(1)
    await expectNoOverflow(page, `${name} scrolls sideways at ${size.width} px`)
    await expectWholeTables(page, name)
    if (repeated && (index > 0 || others.length === 0)) await takeOut(page, repeated)
    expect(await findBarriers(page), `axe on ${name}, ${size.width} px, ${theme}`).toEqual([])
  }
}

/** Tables of documents have a frame of their own, which would hide that their last column is cut. */
const expectWholeTables = async (page: Page, name: string) => {
  const frames = page.locator('main .scroll:has(table)')
  const cut = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length
  expect(await frames.evaluateAll(cut), `cut tables on ${name}`).toBe(0)
}

let world: World
test.beforeAll(async () => {
  world = await makeWorld()
})

for (const place of someOf('open-screens', [...signedOut, ...documents], 5))
  test(`${place.name} is sound`, async ({ page }) => {
    // The whole reference of the API is on one page.
    test.setTimeout(place.repeated ? 600_000 : 300_000)
    await look(page, place, world)
  })

for (const place of someOf('screens-of-members', signedIn, 4))
  test(`${place.name} is sound for an admin`, async ({ page }) => {
    test.setTimeout(600_000)
    await signIn(page, world.admin)
    await look(page, place, world)
  })

for (const place of someOf('screens-of-staff', staffOnly, 1))
  test(`${place.name} is sound for staff`, async ({ page }) => {
    test.setTimeout(600_000)
    const email = `staff-${world.admin.id.slice(0, 8)}-${place.name}@example.com`
    const password = 'tall-harbour-lantern-42'
    const user = await operator('user create', {
      email,
      password,
      organization: world.organization.id,
      internal: true,
    })
    await signIn(page, { id: user.id, email, password })
    await look(page, place, world)
  })

test('create-organization is sound for a person without one', async ({ page }) => {
  test.setTimeout(600_000)
  const email = `alone-${world.admin.id.slice(0, 8)}@example.com`
  const password = 'tall-harbour-lantern-42'
  const user = await operator('user create', { email, password })
  await signIn(page, { id: user.id, email, password })
  await look(
    page,
    {
      name: 'create-organization',
      path: '/create-organization',
      heading: 'Create an organization to continue',
    },
    world,
  )
})
