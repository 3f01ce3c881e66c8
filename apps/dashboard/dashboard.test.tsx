import { createMemoryHistory } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn } from '@playhead/features/account/sign-in/contract'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { call, setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { ChunkLoadError } from '@playhead/web-kit/chunks/chunk.ts'
import { interruption } from '@playhead/web-kit/errors/error-effects.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { loadSession, setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { anOrganization, aSession, ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import { type ApiHandlers, startApi } from '@playhead/web-kit/testing-server.ts'
import { startUpgradeNotice } from '@playhead/web-kit/session/upgrade-notice.ts'
import { webFeature } from '@playhead/web-kit/web-feature.ts'
import { ownAddresses } from './addresses.ts'
import { Dashboard } from './dashboard.tsx'
import { addressTable } from './routing/address-table.ts'
import { dashboardWeb } from './screens/dashboard-web.ts'

const organization = `/organizations/${ids.organization}`
const environment = `${organization}/environments/${ids.environment}`

const page = (title: string) => async () => ({ Screen: () => <h1>{title}</h1> })
const Broken = () => {
  throw new RangeError('bad index')
}

const Links = () => {
  const path = useScreenPath()
  const places = [
    'metrics?metric=views',
    'video/assets',
    'video',
    'video/assets/7',
    'monitoring',
    'monitoring/current-concurrent-viewers',
    'settings/access-tokens',
    'nowhere',
  ]
  return places.filter((place) => path(place)).map((place) => <p key={place}>to {place}</p>)
}

/** Replaces the screens of features: these tests are about the frame around them. */
const screens = webFeature({
  screens: [
    { scope: 'loggedOut', address: 'login', title: 'Sign in', load: page('Sign in') },
    { scope: 'bare', address: 'sso-required', session: 'any', title: 'SSO', load: page('SSO') },
    {
      scope: 'organization',
      address: 'environments',
      title: 'Environments',
      navigation: { section: 'Environments', label: 'Environments', icon: 'grid', order: 10 },
      load: page('Envs'),
    },
    {
      scope: 'environment',
      address: 'metrics',
      title: 'Metrics',
      navigation: { section: 'Data', label: 'Metrics', icon: 'chart', order: 30 },
      hasQuestion: true,
      load: page('Metrics'),
    },
    {
      scope: 'environment',
      address: 'monitoring',
      title: 'Monitoring',
      navigation: { section: 'Data', label: 'Monitoring', icon: 'activity', order: 20 },
      load: page('Monitoring'),
    },
    {
      scope: 'environment',
      address: 'video/assets',
      title: 'Assets',
      navigation: { section: 'Video', label: 'Assets', icon: 'film', order: 10 },
      load: page('Assets'),
    },
    {
      scope: 'environment',
      address: 'alerts/incidents',
      title: 'Incidents',
      navigation: {
        section: 'Data',
        label: 'Alerts',
        icon: 'bell',
        order: 70,
        address: 'alerts',
        target: (flags) => (flags.alertingV2 ? 'alerts/incidents?status=open' : 'alerts'),
      },
      load: page('Incidents'),
    },
    {
      scope: 'account',
      address: 'account/profile',
      title: 'Profile',
      tab: { label: 'Profile', order: 10 },
      load: page('My profile'),
    },
    {
      scope: 'account',
      address: 'account/organization',
      alsoAt: ['settings/organization'],
      title: 'Organization',
      tab: { label: 'Organization', order: 20 },
      load: page('Organization page'),
    },
    {
      scope: 'settings',
      address: 'settings/access-tokens',
      title: 'Access tokens',
      tab: { label: 'Access Tokens', order: 10 },
      load: page('Tokens'),
    },
    {
      scope: 'operator',
      address: 'operator/organizations',
      title: 'Organizations',
      tab: { label: 'Organizations', order: 10 },
      load: page('All organizations'),
    },
    {
      scope: 'environment',
      address: 'compare',
      title: 'Links',
      hasQuestion: true,
      load: async () => ({ Screen: Links }),
    },
    {
      scope: 'environment',
      address: 'errors',
      title: 'Errors',
      navigation: { section: 'Data', label: 'Errors', icon: 'alert', order: 50 },
      hasQuestion: true,
      load: async () => ({ Screen: Broken }),
    },
    {
      scope: 'environment',
      address: 'views',
      title: 'Views',
      navigation: { section: 'Data', label: 'Views', icon: 'eye', order: 60 },
      hasQuestion: true,
      load: async () => {
        throw new ChunkLoadError('missing')
      },
    },
  ],
})

const cleanups: (() => unknown)[] = []

// The first load of the shell and its menus compiles them, which is slow and not what this test measures.
beforeAll(async () => {
  await Promise.all([
    import('./shell/shell-frame.tsx'),
    import('@playhead/ui/menus/menu-popover.tsx'),
  ])
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  cleanups.push(startUpgradeNotice())
})

afterEach(async () => {
  for (const stop of cleanups.splice(0)) await stop()
  toasts.clear()
  interruption.set(null)
  vi.restoreAllMocks()
  await stopScreens()
})

const open = async (href: string, session: Session | null, api: ApiHandlers = {}) => {
  const server = await startApi(api)
  cleanups.push(server.stop)
  setApiOrigin(server.origin)
  setSessionSource(async () => {
    if (session) return session
    throw new Error('signed out')
  })
  sessionStore.restart()
  await loadSession()
  const history = createMemoryHistory({ initialEntries: [href] })
  const table = addressTable(ownAddresses, [screens, dashboardWeb])
  render(<Dashboard table={table} history={history} />)
  return { history, requests: server.requests }
}

const navigation = () => screen.findByRole('navigation', { name: 'Main' })

test('screens learn which links lead to a screen, through redirects and gates', async () => {
  const led = async () => (await screen.findAllByText(/^to /)).map(({ textContent }) => textContent)
  await open(`${environment}/compare`, aSession({ featureFlags: { realtime: true } }))
  const always = ['to metrics?metric=views', 'to video/assets', 'to video']
  expect(await led()).toEqual([...always, 'to monitoring', 'to settings/access-tokens'])
  act(() => {
    const organization = anOrganization({ isAdmin: false })
    const session = aSession({ organization, featureFlags: { realtime: false } })
    sessionStore.dispatch({ type: 'userSessionLoaded', session })
  })
  await waitFor(async () => expect(await led()).toEqual(always))
})

describe('the frame', () => {
  test('SHELL-012 a visitor is led to the login page with the intended location', async () => {
    const { history } = await open(`${environment}/metrics`, null)
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
    const { pathname, search } = history.location
    expect(pathname).toBe('/login')
    expect(new URLSearchParams(search).get('next')).toBe(`${environment}/metrics`)
  })

  test('KIT-018 the theme a logged-out address starts with ends where it leads on', async () => {
    document.documentElement.dataset.theme = 'auth'
    await open('/login', aSession())
    expect(await screen.findByRole('heading', { name: 'Envs' })).toBeDefined()
    expect(document.documentElement.dataset.theme).toBe('light')
  })

  test('SHELL-011 the browser title is the title of the page and the product', async () => {
    await open(`${environment}/metrics`, aSession())
    await screen.findByRole('heading', { name: 'Metrics' })
    await waitFor(() => expect(document.title).toBe('Metrics | Playhead'))
  })

  test('sections and entries are in order once their screens exist', async () => {
    await open(`${environment}/metrics`, aSession())
    const links = within(await navigation()).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Environments',
      'Monitoring',
      'Metrics',
      'Errors',
      'Views',
      'Alerts',
      'Assets',
    ])
    const headings = within(await navigation()).getAllByRole('heading')
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Environments',
      'Data',
      'Video',
      'Account',
    ])
    const active = links.filter((link) => link.getAttribute('aria-current') === 'page')
    expect(active.map(({ textContent }) => textContent)).toEqual(['Metrics'])
  })

  test('Monitoring shows only with the realtime flag', async () => {
    await open(`${environment}/metrics`, aSession({ featureFlags: { realtime: false } }))
    expect(within(await navigation()).queryByRole('link', { name: 'Monitoring' })).toBeNull()
  })

  test('SHELL-059 without video the Video section is hidden', async () => {
    await open(`${environment}/metrics`, aSession({ featureFlags: { video: false } }))
    expect(within(await navigation()).queryByRole('heading', { name: 'Video' })).toBeNull()
  })

  test.each([
    [true, 'alerts/incidents?status=open'],
    [false, 'alerts'],
  ])('with alertingV2 %s the entry Alerts leads to %s', async (alertingV2, target) => {
    await open(`${environment}/metrics`, aSession({ featureFlags: { alertingV2 } }))
    const link = within(await navigation()).getByRole('link', { name: 'Alerts' })
    expect(link.getAttribute('href')).toBe(`${environment}/${target}`)
  })

  test('SHELL-069 Account holds Settings and Docs and Support with its four entries', async () => {
    await open(`${environment}/metrics`, aSession())
    const main = within(await navigation())
    expect(main.getByRole('button', { name: 'Settings' })).toBeDefined()
    await userEvent.click(main.getByRole('button', { name: 'Docs and Support' }))
    const entries = await screen.findAllByRole('menuitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Documentation',
      'Changelog',
      'Status',
      'Contact Support',
    ])
  })

  test('the Settings dropdown is absent without any tab', async () => {
    const member = aSession({ organization: anOrganization({ isAdmin: false }) })
    await open(`${environment}/metrics`, member)
    expect(within(await navigation()).queryByRole('button', { name: 'Settings' })).toBeNull()
  })

  test('SHELL-071 the account dropdown: Profile, Organization and Log out for admins', async () => {
    await open(`${environment}/metrics`, aSession())
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    const entries = await screen.findAllByRole('menuitem')
    const names = entries.map(({ textContent }) => textContent)
    expect(names.slice(0, 2)).toEqual(['Profile', 'Organization'])
    expect(names.at(-1)).toBe('Log out')
  })

  test('staff without an organization have the operator pages in a frame with a way out, and nothing of an organization', async () => {
    const nobody = aSession({ organization: null, organizations: [], properties: [] })
    const staff = { ...nobody, currentUser: { ...nobody.currentUser, internal: true } }
    await open('/operator/organizations', staff)
    expect(await screen.findByText('All organizations')).toBeDefined()
    const tabs = screen.getByRole('navigation', { name: 'Operator pages' })
    expect(within(tabs).getByRole('link', { name: 'Organizations' })).toBeDefined()
    const create = screen.getByRole('link', { name: 'Create organization' })
    expect(create.getAttribute('href')).toBe('/create-organization')
    expect(within(await navigation()).queryAllByRole('link')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Account' }))
    const entries = await screen.findAllByRole('menuitem')
    const names = entries.map(({ textContent }) => textContent)
    expect([names[0], names.at(-1)]).toEqual(['Operator', 'Log out'])
  })

  test('SHELL-071 a member has no Organization and no Billing in it', async () => {
    const member = aSession({ organization: anOrganization({ isAdmin: false }) })
    await open(`${environment}/metrics`, member)
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    const entries = await screen.findAllByRole('menuitem')
    expect(entries.map(({ textContent }) => textContent)).not.toContain('Organization')
  })

  test('from one data screen to another the question stays, elsewhere it does not come along', async () => {
    const question =
      '?timeframe[]=7:days&filters[]=!country:US&metric_filters[]=video_startup_time:gt:2'
    await open(`${environment}/metrics${question}&metric=rebuffer_percentage`, aSession())
    const links = within(await navigation())
    const hrefOf = (name: string) => links.getByRole('link', { name }).getAttribute('href')
    for (const name of ['Metrics', 'Errors', 'Views'])
      expect(hrefOf(name)).toBe(`${environment}/${name.toLowerCase()}${question}`)
    expect(hrefOf('Monitoring')).toBe(`${environment}/monitoring`)
    expect(hrefOf('Environments')).toBe(`${organization}/environments`)
    await userEvent.click(links.getByRole('link', { name: 'Assets' }))
    await waitFor(() => expect(hrefOf('Metrics')).toBe(`${environment}/metrics`))
  })

  test('the key ? lists the shortcuts of the screen, where single ones can be turned off', async () => {
    await open(`${environment}/metrics`, aSession())
    await navigation()
    await userEvent.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    const rows = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows()).toEqual(['Search or jump to a screenCtrlK', 'Show all shortcuts?'])
    await userEvent.click(dialog.getByRole('switch', { name: 'Single-key shortcuts' }))
    expect(rows()).toEqual(['Search or jump to a screenCtrlK'])
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()

    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })

  test('SHELL-072 the top bar carries a menu button that opens the navigation', async () => {
    await open(`${environment}/metrics`, aSession())
    await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
    const dialog = await screen.findByRole('dialog', { name: 'Menu' })
    expect(within(dialog).getByRole('link', { name: 'Metrics' })).toBeDefined()
  })

  test('the account pages have their tabs, the organization page at both its addresses', async () => {
    await open(`${organization}/settings/organization`, aSession())
    const tabs = within(await screen.findByRole('navigation', { name: 'Account pages' }))
    const links = tabs.getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Profile', 'Organization'])
    expect(links[1]?.getAttribute('aria-current')).toBe('page')
  })

  test('the focus moves to the heading of the page that was opened', async () => {
    await open(`${environment}/metrics`, aSession())
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Assets' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Assets'))
    expect(document.activeElement?.tagName).toBe('H1')
  })
})

describe('switching', () => {
  const other = anOrganization({
    id: ids.otherOrganization,
    name: 'Riverside',
    isAdmin: false,
    properties: [
      {
        id: ids.otherEnvironment,
        name: 'Riverside staging',
        type: 'staging',
        organizationId: ids.otherOrganization,
      },
    ],
  })
  const locked = anOrganization({ id: 'locked', name: 'Vault', authenticated: false })
  const session = aSession({ organizations: [anOrganization(), other, locked] })

  test('SHELL-084 SHELL-085 locked organizations say why, and hide their environments', async () => {
    await open(`${organization}/account/profile`, session)
    await userEvent.click(await screen.findByRole('button', { name: /Northlight TV/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Admin Required')).toBeDefined()
    expect(dialog.getByText('Requires SSO')).toBeDefined()
    const links = dialog.getAllByRole('link').map(({ textContent }) => textContent)
    expect(links).toEqual(['ProductionProduction', 'Riverside stagingStaging'])
  })

  test('SHELL-086 SHELL-087 choosing an environment keeps the rest of the path without its filters', async () => {
    const { history } = await open(`${environment}/metrics?filters[]=country:US`, session)
    await userEvent.click(await screen.findByRole('button', { name: /Northlight TV/ }))
    await userEvent.click(await screen.findByRole('link', { name: /Riverside staging/ }))
    await waitFor(() =>
      expect(history.location.href).toBe(
        `/organizations/${ids.otherOrganization}/environments/${ids.otherEnvironment}/metrics`,
      ),
    )
  })

  test('the switcher marks the current environment and shows whole names on hover', async () => {
    await open(`${environment}/metrics`, session)
    await userEvent.click(await screen.findByRole('button', { name: /Northlight TV/ }))
    const other = await screen.findByRole('link', { name: /Riverside staging/ })
    expect(within(other).getByTitle('Riverside staging')).toBeDefined()
    expect(other.getAttribute('aria-current')).toBeNull()
    const list = screen.getByRole('list', { name: /^Environments of Northlight/ })
    expect(within(list).getByRole('link', { current: true }).getAttribute('href')).toBe(
      `${environment}/metrics`,
    )
  })

  test('the command palette opens with the keyboard and leads to a screen', async () => {
    const { history } = await open(`${environment}/metrics`, session)
    await navigation()
    await userEvent.keyboard('{Meta>}k{/Meta}')
    await screen.findByRole('dialog', { name: 'Command palette' })
    await userEvent.keyboard('assets{Enter}')
    await waitFor(() => expect(history.location.pathname).toBe(`${environment}/video/assets`))
  })
})

describe('when something is wrong', () => {
  test('SHELL-088 SHELL-089 SHELL-090 an unknown path', async () => {
    await open('/no/such/place', aSession())
    expect(await screen.findByRole('heading', { name: 'This page is unavailable' })).toBeDefined()
    expect(
      screen.getByText(
        'You may not have permission to view this page. Please check with your administrator.',
      ),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: 'Go back' })).toBeDefined()
    const home = screen.getByRole('link', { name: 'Return to dashboard' })
    expect(home.getAttribute('href')).toBe('/')
  })

  test('SHELL-034 an organization of others', async () => {
    await open('/organizations/99999999-9999-4999-8999-999999999999/account/profile', aSession())
    expect(
      await screen.findByRole('heading', { name: "We can't find your account." }),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
  })

  test('SHELL-078 without any organization', async () => {
    await open('/environments', aSession({ organization: null }))
    expect(
      await screen.findByText(
        "You're not a member of an organization yet. Ask your administrator to invite you to the organization.",
      ),
    ).toBeDefined()
    const create = screen.getByRole('link', { name: 'Create organization' })
    expect(create.getAttribute('href')).toBe('/create-organization')
  })

  test('SHELL-091 a crash leaves the navigation alive, with an event id and a way back', async () => {
    await open(`${environment}/errors`, aSession())
    expect(
      await screen.findByRole('heading', { name: 'Hmm, something went wrong :(' }),
    ).toBeDefined()
    expect(screen.getByText(/Event id/).textContent).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    const id = screen.getByRole('button', { name: /^[0-9a-f]{8}-[0-9a-f]{4}-/ })
    const eventId = id.textContent
    await act(async () => id.click())
    expect((await screen.findByRole('tooltip')).textContent).toBe('Copied')
    expect(await navigator.clipboard.readText()).toBe(eventId)
    expect(screen.getByRole('link', { name: 'Return to dashboard' })).toBeDefined()
    expect(await navigation()).toBeDefined()
  })

  test('SHELL-092 a part that could not be loaded offers to reload', async () => {
    await open(`${environment}/views`, aSession())
    expect(
      await screen.findByRole('heading', { name: "We weren't able to load that page" }),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  })

  const refuse = (status: number, type: string, messages: string[], name?: string) => ({
    'GET /ui/v1/session': { status, body: { error: { type, messages, name } } },
  })
  const fail = (options: { showModal?: boolean } = {}) =>
    act(async () => {
      await call(signIn.retrieve, options).catch(() => undefined)
    })

  test('SHELL-095 a dialog says what was not found', async () => {
    await open(`${environment}/metrics`, aSession(), refuse(404, 'not_found', ['No such view.']))
    await fail()
    const dialog = within(await screen.findByRole('dialog', { name: 'Not found :(' }))
    expect(dialog.getByText('No such view.')).toBeDefined()
  })

  test('SHELL-096 too many requests', async () => {
    await open(`${environment}/metrics`, aSession(), refuse(429, 'too_many_requests', ['x']))
    await fail()
    expect(await screen.findByText('Slow down!')).toBeDefined()
    expect(
      screen.getByText(
        "You're making too many requests, hold tight for a few seconds and try again.",
      ),
    ).toBeDefined()
  })

  test('SHELL-097 an invalid environment takes the place of the page', async () => {
    await open(`${environment}/metrics`, aSession(), refuse(400, 'invalid_environment', ['x']))
    await fail()
    expect(
      await screen.findByRole('heading', { name: 'Invalid Environment Request' }),
    ).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'Metrics' })).toBeNull()
  })

  test('SHELL-112 a call that wants it has its failure in a dialog with a refresh button', async () => {
    await open(`${environment}/metrics`, aSession(), refuse(500, 'internal', ['Disk full', 'Bad']))
    await fail({ showModal: true })
    const dialog = within(await screen.findByRole('dialog', { name: 'Oh no!' }))
    expect(dialog.getByText('The server said:')).toBeDefined()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Disk full',
      'Bad',
    ])
    expect(dialog.getByRole('button', { name: 'Refresh' })).toBeDefined()
  })

  test('SHELL-055 SHELL-116 a plan refusal names the missing feature', async () => {
    await open(
      `${environment}/metrics`,
      aSession(),
      refuse(403, 'upgrade_required', ['x'], 'Custom dashboards'),
    )
    await fail()
    expect(await screen.findByText('Upgrade Required')).toBeDefined()
    expect(
      screen.getByText(
        'Custom dashboards aren’t available on your plan. Upgrade your Data plan to use Custom dashboards.',
      ),
    ).toBeDefined()
  })

  test('SHELL-055 SHELL-116 a plan refusal without a name', async () => {
    await open(`${environment}/metrics`, aSession())
    await navigation()
    act(() => sessionStore.dispatch({ type: 'upgradeRequired' }))
    expect(
      await screen.findByText(
        'This feature isn’t available on your plan. Upgrade your plan to use it.',
      ),
    ).toBeDefined()
  })

  test('SHELL-110 an organization that wants single sign-on', async () => {
    const { history } = await open(
      `${environment}/metrics`,
      aSession(),
      refuse(401, 'unauthenticated_organization', ['x']),
    )
    await navigation()
    await fail()
    await waitFor(() => expect(history.location.pathname).toBe('/sso-required'))
  })

  test('SHELL-056 SHELL-111 the end of the session is the end of what is stored, and leads to the login page', async () => {
    const { history, requests } = await open(
      `${environment}/metrics`,
      aSession(),
      refuse(401, 'unauthorized', ['x']),
    )
    await navigation()
    await fail()
    await waitFor(() => expect(history.location.pathname).toBe('/login'))
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain(
      'DELETE /ui/v1/session',
    )
    expect(localStorage.getItem('playhead_session')).toBeNull()
    expect(sessionStore.getState().session).toBeNull()
  })
})
