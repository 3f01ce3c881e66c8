import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { loadSession, setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { anOrganization, aSession, ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import { startApi } from '@playhead/web-kit/testing-server.ts'
import { ownAddresses } from './addresses.ts'
import { Dashboard } from './dashboard.tsx'
import { features } from './features.ts'
import { addressTable } from './routing/address-table.ts'

/** The dashboard with its real screens: what people find in it. */
const organization = `/organizations/${ids.organization}`
const environment = `${organization}/environments/${ids.environment}`
/** A page of the product that sends no requests. */
const quiet = `${environment}/activity/events`
const table = addressTable(ownAddresses, features)
const member = aSession({ organization: anOrganization({ isAdmin: false }) })

const cleanups: (() => unknown)[] = []

// The first load of the shell and its menus compiles them, which is slow and not what this test measures.
beforeAll(async () => {
  await Promise.all([
    import('./shell/shell-frame.tsx'),
    import('./screens/not-found.tsx'),
    import('@playhead/ui/menus/menu-popover.tsx'),
  ])
})

afterEach(async () => {
  for (const stop of cleanups.splice(0)) await stop()
  await stopScreens()
})

const open = async (href: string, session: Session) => {
  const server = await startApi({})
  cleanups.push(server.stop)
  setApiOrigin(server.origin)
  setSessionSource(async () => session)
  sessionStore.restart()
  await loadSession()
  const history = createMemoryHistory({ initialEntries: [href] })
  render(<Dashboard table={table} history={history} />)
  const main = within(await screen.findByRole('navigation', { name: 'Main' }))
  return { history, main }
}

const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

describe('for members', () => {
  test('a member finds no billing page', async () => {
    await open(`${environment}/account/billing`, member)
    expect(await screen.findByRole('heading', { name: 'This page is unavailable' })).toBeDefined()
  })
})

describe('the navigation', () => {
  test('SHELL-062 SHELL-063 SHELL-067 has its four sections, and in them what can be opened', async () => {
    const { main } = await open(quiet, aSession())
    expect(textsOf(main.getAllByRole('heading'))).toEqual([
      'Environments',
      'Data',
      'Video',
      'Account',
    ])
    expect(textsOf(main.getAllByRole('link'))).toEqual([
      'Environments',
      'Engagement',
      'Overview',
      'Monitoring',
      'Metrics',
      'Custom Dashboards',
      'Errors',
      'Views',
      'Alerts',
      'Assets',
      'Live Streams',
      'API Activity',
    ])
  })

  test.each([
    ['SHELL-065', true, 'alerts/incidents?status=open'],
    ['SHELL-066', false, 'alerts'],
  ])('%s with alertingV2 %s the entry Alerts leads to %s', async (_, alertingV2, target) => {
    const { main } = await open(quiet, aSession({ featureFlags: { alertingV2 } }))
    const link = main.getByRole('link', { name: 'Alerts' })
    expect(link.getAttribute('href')).toBe(`${environment}/${target}`)
  })

  test('SHELL-059 has no Video section without video', async () => {
    const { main } = await open(quiet, aSession({ featureFlags: { video: false } }))
    expect(main.queryByRole('heading', { name: 'Video' })).toBeNull()
    expect(main.queryByRole('link', { name: 'Assets' })).toBeNull()
  })

  test.each([
    ['an admin', aSession()],
    ['a member', member],
  ])(
    'SHELL-068 SHELL-076 for %s the Settings dropdown lists what the tabs of the settings pages are',
    async (_, session) => {
      const { main } = await open(`${environment}/settings/custom-dimensions`, session)
      const tabs = await screen.findByRole('navigation', { name: 'Settings pages' })
      const labels = textsOf(within(tabs).getAllByRole('link'))
      await userEvent.click(main.getByRole('button', { name: 'Settings' }))
      expect(textsOf(await screen.findAllByRole('menuitem'))).toEqual(labels)
      expect(labels.includes('Access Tokens')).toBe(session !== member)
      expect(labels).toContain('Custom Dimensions')
    },
  )

  test('SHELL-071 the account dropdown has Organization for admins only', async () => {
    const { main } = await open(quiet, member)
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
    const names = textsOf(await screen.findAllByRole('menuitem'))
    expect(names).toContain('Profile')
    expect(names).not.toContain('Organization')
    expect(main.getByRole('link', { name: 'Metrics' })).toBeDefined()
  })
})
