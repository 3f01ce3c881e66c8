import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { signIn } from '@playhead/features/account/sign-in/contract'
import { call, setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { connection } from '@playhead/web-kit/calls/connection.ts'
import { queryClient } from '@playhead/web-kit/queries/query-client.ts'
import type { AccountNotification, Session } from '@playhead/web-kit/session/session.ts'
import { sessionStore, storeSession } from '@playhead/web-kit/session/session-store.ts'
import { anOrganization, aSession, ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import { type ApiHandlers, startApi } from '@playhead/web-kit/testing-server.ts'
import { webFeature } from '@playhead/web-kit/web-feature.ts'
import { ownAddresses } from '../addresses.ts'
import { Dashboard } from '../dashboard.tsx'
import { followConnection } from '../live/follow-connection.ts'
import { addressTable } from '../routing/address-table.ts'

const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  await import('./shell-frame.tsx')
})

afterEach(async () => {
  for (const stop of cleanups.splice(0)) await stop()
  document.cookie = 'playhead_feature_overrides=; path=/; max-age=0'
  await stopScreens()
})

const page = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/profile',
      title: 'Profile',
      load: async () => ({ Screen: () => <h2>My profile</h2> }),
    },
  ],
})

const open = async (session: Session, api: ApiHandlers = {}) => {
  const server = await startApi(api)
  cleanups.push(server.stop)
  setApiOrigin(server.origin)
  sessionStore.restart()
  storeSession(session)
  const path = `/organizations/${session.organization?.id ?? ids.organization}/account/profile`
  const history = createMemoryHistory({ initialEntries: [path] })
  const view = render(<Dashboard table={addressTable(ownAddresses, [page])} history={history} />)
  await screen.findByText('My profile')
  return { ...view, requests: server.requests, stop: server.stop }
}

const banner = (text: string) => screen.getByText(text).closest<HTMLElement>('.ph-banner')!
const withNotice = (
  type: AccountNotification['type'],
  message?: string,
  id: string = ids.organization,
) =>
  aSession({
    organization: anOrganization({ id, accountNotifications: [{ type, message }] }),
    currentEnvironment: null,
  })

describe('banners of the session', () => {
  test('KIT-030 SHELL-061 every page shows that staff masquerade, and can end it', async () => {
    const { requests } = await open(aSession({ masquerading: true }), {
      'DELETE /ui/v1/masquerade': { status: 204 },
    })
    const shown = banner('Masquerading: you are viewing CUSTOMER data')
    await userEvent.click(within(shown).getByRole('button', { name: 'End' }))
    await waitFor(() =>
      expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'DELETE /ui/v1/masquerade',
      ]),
    )
  })

  test('KIT-031 internal users see their feature overrides and clear them', async () => {
    document.cookie = 'playhead_feature_overrides=video%3Dfalse; path=/'
    const internal = { ...aSession().currentUser, internal: true }
    await open(aSession({ currentUser: internal, featureOverrides: ['video'] }))
    const shown = banner('Developer feature overrides: video')
    await userEvent.click(within(shown).getByRole('button', { name: 'Clear' }))
    expect(document.cookie).not.toContain('playhead_feature_overrides')
  })

  test('DEMO-005 visitors of a public demo read that nothing is saved, and may sign in', async () => {
    await open(aSession({ visitor: true }))
    const shown = banner('This is a public demo. Look around: nothing is saved here.')
    const link = within(shown).getByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/login')
    await userEvent.click(screen.getByRole('button', { name: 'Account' }))
    await screen.findByRole('menuitem', { name: 'Sign in' })
    expect(screen.queryByRole('menuitem', { name: 'Log out' })).toBeNull()
  })

  test('KIT-031 SHELL-060 other people do not see that banner', async () => {
    await open(aSession({ featureOverrides: ['video'] }))
    expect(screen.queryByText(/Developer feature overrides/)).toBeNull()
  })

  test('while the server is gone a banner says so with the time of the last update; once it responds, everything loads again', async () => {
    cleanups.push(followConnection())
    const { stop } = await open(aSession())
    await call(signIn.retrieve, { handleError: () => true }).catch(() => undefined)
    await stop()
    expect(screen.queryByText(/^Connection lost/)).toBeNull()
    await call(signIn.retrieve, { handleError: () => true }).catch(() => undefined)
    expect(
      await screen.findByText(/^Connection lost, last update \d\d:\d\d, trying again$/),
    ).toBeTruthy()
    expect(document.documentElement.hasAttribute('data-connection-lost')).toBe(true)
    queryClient().setQueryData(['shown'], 'old')
    const next = await startApi({ 'GET /livez': { body: { status: 'alive' } } })
    cleanups.push(next.stop)
    setApiOrigin(next.origin)
    await waitFor(() => expect(screen.queryByText(/^Connection lost/)).toBeNull(), {
      timeout: 5_000,
    })
    expect(document.documentElement.hasAttribute('data-connection-lost')).toBe(false)
    expect(queryClient().getQueryState(['shown'])?.isInvalidated).toBe(true)
  })

  test('a browser that goes offline asks at once whether the server is there', async () => {
    cleanups.push(followConnection())
    cleanups.push(() => {
      // Other parts of the page heard it as well, and wait.
      globalThis.dispatchEvent(new Event('online'))
      connection.set('fine')
    })
    const { stop } = await open(aSession())
    await call(signIn.retrieve, { handleError: () => true }).catch(() => undefined)
    await stop()
    expect(screen.queryByText(/^Connection lost/)).toBeNull()
    globalThis.dispatchEvent(new Event('offline'))
    expect(await screen.findByText(/^Connection lost/)).toBeTruthy()
  })

  test('one call that fails while the server responds is no lost connection', async () => {
    cleanups.push(followConnection())
    const { requests } = await open(aSession(), {
      'GET /ui/v1/session': { status: 503, body: 'the proxy has had enough' },
      'GET /livez': { body: { status: 'alive' } },
    })
    await call(signIn.retrieve, { handleError: () => true }).catch(() => undefined)
    await waitFor(() => expect(requests.some(({ path }) => path === '/livez')).toBe(true))
    await waitFor(() => expect(connection.get()).toBe('fine'))
    expect(screen.queryByText(/^Connection lost/)).toBeNull()
  })

  test('staff see problems of the server; others neither see nor request them', async () => {
    const part = (name: string, status: string, detail: string) => ({ name, status, detail })
    const parts = [
      part('database', 'ready', ''),
      part('disk', 'warning', 'The disk is filling up: free some space soon.'),
    ]
    const api: ApiHandlers = { 'GET /readyz': { body: { status: 'ready', parts } } }
    const internal = { ...aSession().currentUser, internal: true }
    await open(aSession({ currentUser: internal }), api)
    const text = await screen.findByText('The disk is filling up: free some space soon.')
    const shown = text.closest<HTMLElement>('.ph-banner')!
    expect(within(shown).getByRole('link', { name: 'Status' }).getAttribute('href')).toBe(
      '/docs/status',
    )
    for (const stop of cleanups.splice(0)) await stop()
    await stopScreens()
    document.body.replaceChildren()
    const { requests } = await open(aSession(), api)
    expect(requests.filter(({ path }) => path === '/readyz')).toEqual([])
    expect(screen.queryByText(/The disk is filling up/)).toBeNull()
  })

  test('KIT-032 a banner shows the read-only mode of the API', async () => {
    await open(aSession({ readOnly: true }))
    expect(banner("The API is in read-only mode. Changes can't be saved right now.")).toBeDefined()
  })

  test('KIT-033 a newer build asks for a refresh', async () => {
    await open(aSession({ build: 'one' }))
    expect(screen.queryByText('A new version of the dashboard is available.')).toBeNull()
    sessionStore.dispatch({ type: 'tokenRefreshed', session: aSession({ build: 'two' }) })
    await screen.findByText('A new version of the dashboard is available.')
    const shown = banner('A new version of the dashboard is available.')
    const reload = vi.spyOn(globalThis.location, 'reload').mockImplementation(() => {})
    onTestFinished(() => reload.mockRestore())
    await userEvent.click(within(shown).getByRole('button', { name: 'Refresh' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('banners of the organization', () => {
  test.each([
    ['cancellation', 'Your plan has been cancelled.'],
    ['downgrade', 'Your plan will be downgraded at the end of the billing period.'],
    ['read_only', 'Your organization is in read-only mode.'],
    ['trial_expiration', 'Your trial is about to expire.'],
    ['volume', 'Your usage is close to the volume of your plan.'],
    ['data_pricing_relaunch', 'Data plans have changed.'],
    ['feedback', "We'd love to hear your feedback."],
  ] as const)('KIT-034 %s', async (type, text) => {
    await open(withNotice(type))
    expect(banner(text)).toBeDefined()
  })

  test('KIT-034 its own message takes the place of the text', async () => {
    await open(withNotice('volume', '90 % of your views are used.'))
    expect(banner('90 % of your views are used.')).toBeDefined()
    expect(screen.queryByText('Your usage is close to the volume of your plan.')).toBeNull()
  })

  test.each([
    [
      'KIT-035',
      'view_limit_reached',
      "You've reached the view limit of your plan.",
      'Get more views',
      'plans',
    ],
    [
      'KIT-036',
      'test_video_only',
      'You can only create test videos on your plan.',
      'Upgrade',
      'plans',
    ],
    [
      'Ours:',
      'invoice_overdue',
      'An invoice of your organization is long overdue.',
      'See invoices',
      'invoices',
    ],
  ] as const)('%s %s has a button to a page of billing', async (_, type, text, label, page) => {
    await open(withNotice(type))
    const link = within(banner(text)).getByRole('link', { name: label })
    expect(link.getAttribute('href')).toBe(
      `/organizations/${ids.organization}/account/billing/${page}`,
    )
  })

  test('who is no admin is not led to a page of billing, which would not open', async () => {
    const accountNotifications = [{ type: 'view_limit_reached' as const }]
    await open(aSession({ organization: anOrganization({ accountNotifications, isAdmin: false }) }))
    const shown = banner("You've reached the view limit of your plan.")
    expect(within(shown).queryByRole('link')).toBeNull()
  })

  test('KIT-029 a dismissed banner stays away in this organization and shows in another', async () => {
    const text = 'Data plans have changed.'
    const first = await open(withNotice('data_pricing_relaunch'))
    await userEvent.click(within(banner(text)).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(text)).toBeNull()
    first.unmount()
    const again = await open(withNotice('data_pricing_relaunch'))
    expect(screen.queryByText(text)).toBeNull()
    again.unmount()
    await open(withNotice('data_pricing_relaunch', undefined, ids.otherOrganization))
    expect(banner(text)).toBeDefined()
  })
})
