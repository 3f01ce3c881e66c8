import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './create-account-screen.tsx'
import { aSignInApi, aRefusal, aSessionBody } from '../testing.ts'

const inviteId = '66666666-6666-4666-8666-666666666666'
const link = `/create-account?invite=${inviteId}&token=secret&email=mira%40northlight.example`
const environment = `/organizations/${ids.organization}/environments/${ids.environment}`
const alone = aSession({ organization: null, organizations: [], properties: [] })

interface Options {
  href?: string
  answer?: Session
  api?: ApiHandlers
  session?: Session | null
}

const show = ({ href = link, answer = alone, api = {}, session = null }: Options = {}) =>
  openScreen(Screen, {
    address: '/create-account',
    href,
    session,
    api: {
      ...aSignInApi(),
      'POST /ui/v1/users': { status: 201, body: aSessionBody(answer) },
      ...api,
    },
  })

const fillIn = async (password = 'tall-harbour-lantern-42') => {
  await userEvent.type(await screen.findByLabelText('First name'), 'Mira')
  await userEvent.type(screen.getByLabelText('Last name'), 'Kaur')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
}

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(stopScreens)

test('DEMO-005 a visitor of a demo who has a mailed link creates the account', async () => {
  const { requests } = await show({ session: aSession({ visitor: true }) })
  await fillIn()
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/ui/v1/users'))
})

test('AUTH-015 the account is created from the mailed link', async () => {
  const { requests, router } = await show({ href: `${link}&type=video` })
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect(email.value).toBe('mira@northlight.example')
  expect(email.readOnly).toBe(true)
  await fillIn()
  await waitFor(() => expect(router.state.location.href).toBe('/create-organization?type=video'))
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/ui/v1/users',
    body: {
      user: {
        first_name: 'Mira',
        last_name: 'Kaur',
        email: 'mira@northlight.example',
        password: 'tall-harbour-lantern-42',
        type: 'video',
        invite_id: inviteId,
        token: 'secret',
      },
    },
  })
  expect(sessionStore.getState().session?.currentUser.firstName).toBe('Mira')
})

test.each([
  ['video', '', `${environment}/video/assets?welcome=true`],
  ['live-stream', '', `${environment}/video/live-streams?welcome=true`],
  ['data', '', `${environment}/data?welcome=true`],
  ['data', '&plan=pro', `${environment}/account/billing?welcome=true`],
])('SHELL-030 SHELL-031 a sign-up for %s%s lands on %s', async (type, plan, landing) => {
  const href = `${link}&type=${type}${plan}&welcome=true&organization_name=Northlight+TV`
  const { router } = await show({ href, answer: aSession() })
  await fillIn()
  await waitFor(() => expect(router.state.location.href).toBe(landing))
})

test('a person without an organization goes on where the sign-up wanted to', async () => {
  const wanted = '/create-organization?type=video&welcome=true'
  const { router } = await show({ href: `${link}&redirect_url=${encodeURIComponent(wanted)}` })
  await fillIn()
  await waitFor(() => expect(router.state.location.href).toBe(wanted))
})

test('a link never leads to another site', async () => {
  const { router } = await show({
    href: `${link}&redirect_url=${encodeURIComponent('//evil.example')}`,
  })
  await fillIn()
  await waitFor(() => expect(router.state.location.href).toBe('/create-organization'))
})

test('AUTH-019 eleven characters are refused and twelve accepted, ticked off while typing', async () => {
  const { requests } = await show()
  await fillIn('kT9#qLm2$xP')
  expect(await screen.findByText('Password must be at least 12 characters long')).toBeTruthy()
  expect(screen.getAllByText('(not met yet)')).toHaveLength(2)
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.type(screen.getByLabelText('Password'), 'z')
  expect(screen.queryByText('Password must be at least 12 characters long')).toBeNull()
  await waitFor(() => expect(screen.getAllByText('(met)')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(requests.at(-1)?.method).toBe('POST'))
})

test('AUTH-019 the operator may ask for longer passwords', async () => {
  await show({ api: aSignInApi({ password_length_min: 15 }) })
  await fillIn('abcdefghij12')
  expect(await screen.findByText('Password must be at least 15 characters long')).toBeTruthy()
})

test('AUTH-021 a missing password has its own message', async () => {
  await show()
  await userEvent.type(await screen.findByLabelText('First name'), 'Mira')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Password cannot be empty')).toBeTruthy()
})

test('AUTH-018 a taken address has a message at its field', async () => {
  await show({
    api: {
      'POST /ui/v1/users': aRefusal(422, 'email already exists', {
        'user.email': ['email already exists'],
      }),
    },
  })
  await fillIn()
  expect(await screen.findByText('email already exists')).toBeTruthy()
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
})

test('the page says that a link is used or expired', async () => {
  const text = 'This link has expired or was already used. Please request a new one.'
  await show({ api: { 'POST /ui/v1/users': aRefusal(422, text, { token: [text] }) } })
  await fillIn()
  expect(await screen.findByText(text)).toBeTruthy()
})

test('half a link offers a new one', async () => {
  await show({ href: '/create-account?token=secret' })
  const anew = await screen.findByRole('link', { name: 'Send me a new link' })
  expect(anew.getAttribute('href')).toBe('/signup')
})

test('a signed-in person sees that they are signed in', async () => {
  await show({ session: aSession() })
  expect(await screen.findByRole('heading', { name: 'You are signed in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test.each([
  ['Summer2026!!', 'This password is too common. Please choose another one.'],
  ['P@$$w0rd2026', 'This password is too common. Please choose another one.'],
  [
    '1234567890ab',
    'Keys or characters in a row are guessed first. Please choose another password.',
  ],
  [
    'zaq12wsxcde3',
    'Keys or characters in a row are guessed first. Please choose another password.',
  ],
  [
    'Mira-Kaur-2026',
    'This is made of your name, your address or your organization. Please choose another password.',
  ],
])(
  '%s is refused while it is typed, with the reason, and stays in the browser',
  async (password, reason) => {
    const { requests } = await show()
    await userEvent.type(await screen.findByLabelText('First name'), 'Mira')
    await userEvent.type(screen.getByLabelText('Last name'), 'Kaur')
    await userEvent.type(screen.getByLabelText('Password'), password)
    expect(await screen.findByText(reason)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'),
    )
    expect(screen.getAllByText(reason)).toHaveLength(1)
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
  },
)

test('a good password counts as hard to guess', async () => {
  await show()
  await userEvent.type(await screen.findByLabelText('Password'), 'tall-harbour-lantern-42')
  const rule = await screen.findByText(/Hard to guess/)
  await waitFor(() => expect(rule.closest('li')?.textContent).toContain('(met)'))
})
