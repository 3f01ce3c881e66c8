import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import { Screen } from './second-factor-required-screen.tsx'

const waiting = anOrganization({ authenticated: false, secondFactorMissing: true })
const other = anOrganization({
  id: ids.otherOrganization,
  name: 'Harbour',
  authenticated: false,
  secondFactorMissing: true,
})
const session = aSession({ organization: null, organizations: [waiting, other] })

afterEach(stopScreens)

const factors = (overrides: object = {}) => ({
  body: {
    data: {
      passkeys: [],
      authenticator_app: null,
      recovery_codes_left: 0,
      can_change: true,
      required_by: [waiting.name],
      ...overrides,
    },
  },
})

const open = (overrides: object = {}, search = '') =>
  openScreen(Screen, {
    address: '/second-factor-required',
    href: `/second-factor-required${search}`,
    session,
    api: { 'GET /ui/v1/second-factor': factors(overrides) },
  })

test('says which organization waits, offers the factors, and leads on only with one', async () => {
  await open()
  screen.getByText(/^Northlight TV requires one of every member/)
  await screen.findByRole('button', { name: 'Set up' })
  expect(screen.getAllByText(/Northlight TV requires/)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
})

test('with a factor the session is read once more, and the organization of the address opens', async () => {
  let reads = 0
  setSessionSource(() => {
    reads += 1
    return Promise.resolve(aSession())
  })
  const { router } = await open(
    { authenticator_app: { created_at: '2026-03-02T09:00:00.000Z', last_used_at: null } },
    `?organization_id=${ids.otherOrganization}`,
  )
  screen.getByText(/^Harbour requires one of every member/)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to Harbour' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(
      `/organizations/${ids.otherOrganization}/environments`,
    ),
  )
  expect(reads).toBe(1)
})

test('factors that do not load can be asked for again', async () => {
  let isUp = false
  await openScreen(Screen, {
    address: '/second-factor-required',
    session,
    api: {
      'GET /ui/v1/second-factor': () =>
        isUp
          ? factors()
          : { status: 403, body: { error: { type: 'forbidden', messages: ['Not yet.'] } } },
    },
  })
  screen.getByText('Loading your second factors')
  await screen.findByText('Not yet.')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Passkeys', level: 2 })).toBeTruthy()
})
