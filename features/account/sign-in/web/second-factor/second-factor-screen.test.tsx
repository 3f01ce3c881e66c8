import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { aBase64url, startPasskeys } from '@playhead/web-kit/testing-passkeys.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen as LoginScreen } from '../login/login-screen.tsx'
import { Screen } from './second-factor-screen.tsx'
import { keepSecondFactorTicket, readSecondFactorTicket } from './second-factor-ticket.ts'
import { aSignInApi, aRefusal, aSessionBody } from '../testing.ts'

const landing = `/organizations/${ids.organization}/environments`
const byCode = 'POST /ui/v1/session/second-factor'
const startPasskey = 'POST /ui/v1/session/passkey/start'
const byPasskey = 'POST /ui/v1/session/passkey'
const entered = { status: 201, body: aSessionBody(aSession()) }
const challengeId = '88888888-8888-4888-8888-888888888888'
const asked = {
  body: {
    data: {
      challenge_id: challengeId,
      challenge: aBase64url('a challenge'),
      rp_id: 'localhost',
      allow: [{ id: aBase64url('key'), transports: ['internal'] }],
      user_verification: 'preferred',
      timeout_ms: 300_000,
    },
  },
}
const signed = {
  challenge_id: challengeId,
  id: 'key-of-mira',
  client_data: aBase64url('client data'),
  authenticator_data: aBase64url('authenticator data'),
  signature: aBase64url('signature'),
  user_handle: aBase64url('user handle'),
}

let passkeys: ReturnType<typeof startPasskeys>
beforeEach(() => {
  sessionStore.dispatch({ type: 'loggedOut' })
  passkeys = startPasskeys()
})
afterEach(async () => {
  passkeys.stop()
  await stopScreens()
})

type Ticket = Parameters<typeof keepSecondFactorTicket>[0]

const open = (ticket: Partial<Ticket> | undefined, api: ApiHandlers = {}) => {
  if (ticket)
    keepSecondFactorTicket({
      ticket: 'a-ticket',
      methods: ['authenticator_app', 'recovery_code'],
      passkeyHostsElsewhere: [],
      next: null,
      ...ticket,
    })
  return openScreen(Screen, { address: '/second-factor', session: null, api })
}

const posts = ({ requests }: Awaited<ReturnType<typeof open>>) =>
  requests
    .filter(({ method }) => method === 'POST')
    .map(({ method, path, body }) => ({ what: `${method} ${path}`, body }))

test('the right password leads here, with the ticket and where it was going, and without a session', async () => {
  const next = `${landing}/${ids.environment}/metrics`
  const { router } = await openScreen(LoginScreen, {
    address: '/login',
    href: `/login?next=${encodeURIComponent(next)}`,
    session: null,
    api: {
      ...aSignInApi(),
      'POST /ui/v1/session': {
        status: 200,
        body: {
          data: null,
          second_factor: {
            ticket: 'a-ticket',
            methods: ['passkey', 'recovery_code'],
            passkey_hosts_elsewhere: [],
          },
        },
      },
    },
  })
  await userEvent.type(await screen.findByLabelText('Email'), 'mira@northlight.example')
  await userEvent.type(screen.getByLabelText('Password'), 'tall-harbour-lantern-42{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/second-factor'))
  expect(router.state.location.searchStr).toBe('')
  expect(readSecondFactorTicket()).toEqual({
    ticket: 'a-ticket',
    methods: ['passkey', 'recovery_code'],
    passkeyHostsElsewhere: [],
    next,
  })
  expect(sessionStore.getState().session).toBeNull()
})

test('by keyboard alone: a code enters, goes where the sign-in was going, and the ticket is gone', async () => {
  const next = `${landing}/${ids.environment}/metrics`
  const view = await open({ next }, { [byCode]: entered })
  const field = await screen.findByLabelText('Code of your authenticator app')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Code is required')
  expect(posts(view)).toEqual([])
  await userEvent.keyboard('123 456{Enter}')
  await waitFor(() => expect(view.router.state.location.href).toBe(next))
  expect(posts(view)).toEqual([
    {
      what: byCode,
      body: { session: { ticket: 'a-ticket', method: 'authenticator_app', code: '123 456' } },
    },
  ])
  expect(sessionStore.getState().session?.currentUser.email).toBe('mira@northlight.example')
  expect(readSecondFactorTicket()).toBeUndefined()
})

test.each([
  [aRefusal(400, 'Wrong.', { code: ['This code is wrong.'] }), 'This code is wrong.'],
  [aRefusal(401, 'This sign-in has ended.'), 'This sign-in has ended.'],
  [aRefusal(429, 'Too many wrong codes.'), 'Too many wrong codes.'],
])('a refused code says why, stays, and enters nothing', async (answer, sentence) => {
  const { router } = await open({}, { [byCode]: answer })
  await userEvent.type(await screen.findByLabelText(/Code/), '000000{Enter}')
  await screen.findByText(sentence)
  expect(router.state.location.pathname).toBe('/second-factor')
  expect(sessionStore.getState().session).toBeNull()
})

test('a recovery code waits behind a button, and the way back is there', async () => {
  const view = await open({}, { [byCode]: entered })
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
  await userEvent.click(screen.getByRole('button', { name: 'Back to your second factor' }))
  screen.getByLabelText('Code of your authenticator app')
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText('Recovery code'), 'abcde-fghij{Enter}')
  await waitFor(() => expect(view.router.state.location.pathname).toBe(landing))
  expect(posts(view)).toMatchObject([
    { body: { session: { method: 'recovery_code', code: 'abcde-fghij' } } },
  ])
})

test('a passkey completes the sign-in that has the ticket', async () => {
  const view = await open(
    { methods: ['passkey', 'recovery_code'] },
    { [startPasskey]: asked, [byPasskey]: entered },
  )
  expect(screen.queryByLabelText(/Code/)).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }))
  await waitFor(() => expect(view.router.state.location.pathname).toBe(landing))
  expect(posts(view)).toEqual([
    { what: startPasskey, body: { session: { ticket: 'a-ticket' } } },
    { what: byPasskey, body: { session: { ticket: 'a-ticket', ...signed } } },
  ])
  expect(passkeys.asked).toMatchObject([
    { kind: 'get', publicKey: { rpId: 'localhost', allowCredentials: [{ type: 'public-key' }] } },
  ])
})

test('a passkey that was not used, or not accepted, can be used once more', async () => {
  let isUp = false
  passkeys.refuse('NotAllowedError')
  const view = await open(
    { methods: ['passkey', 'recovery_code'] },
    {
      [startPasskey]: asked,
      [byPasskey]: () => (isUp ? entered : aRefusal(401, 'This passkey was not accepted.')),
    },
  )
  const button = await screen.findByRole('button', { name: 'Use a passkey' })
  await userEvent.click(button)
  await screen.findByText('The passkey was not used. Try again when you are ready.')
  passkeys.refuse(undefined)
  await userEvent.click(button)
  await screen.findByText('This passkey was not accepted.')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  isUp = true
  await userEvent.click(button)
  await waitFor(() => expect(view.router.state.location.pathname).toBe(landing))
})

test('passkeys of another host name leave the recovery code, and say where they work', async () => {
  await open({ methods: ['recovery_code'], passkeyHostsElsewhere: ['video.example'] })
  await screen.findByText(/Your passkeys only work at video\.example\. Open Playhead there/)
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
  expect(screen.queryByRole('button', { name: /passkey|second factor/ })).toBeNull()
})

test('without a ticket there is only the way back', async () => {
  await open(undefined)
  await screen.findByText(/This sign-in has ended/)
  const main = screen.getByRole('main')
  expect(within(main).getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe(
    '/login',
  )
  expect(within(main).queryByRole('textbox')).toBeNull()
})

test('on the sign-in page a passkey is all it takes', async () => {
  const view = await openScreen(LoginScreen, {
    address: '/login',
    session: null,
    api: { ...aSignInApi(), [startPasskey]: asked, [byPasskey]: entered },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await waitFor(() => expect(view.router.state.location.pathname).toBe(landing))
  expect(posts(view)).toEqual([
    { what: startPasskey, body: { session: {} } },
    { what: byPasskey, body: { session: signed } },
  ])
})
