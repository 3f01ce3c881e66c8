import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './login-screen.tsx'
import { aSignInApi, aRefusal, aSessionBody } from '../testing.ts'

const landing = `/organizations/${ids.organization}/environments`

const show = (api: ApiHandlers = {}, href = '/login') =>
  openScreen(Screen, { address: '/login', href, session: null, api: { ...aSignInApi(), ...api } })

const fillIn = async (email: string, password: string) => {
  await userEvent.type(await screen.findByLabelText('Email'), email)
  if (password) await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(stopScreens)

describe('beside the form', () => {
  test('stand no invented customers, quotes or prices by default', async () => {
    await show()
    await screen.findByText('Know what every viewer sees')
    expect(screen.getByRole('list', { name: 'Highlights' }).children.length).toBe(4)
    expect(screen.queryByRole('list', { name: 'Customers' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'What customers say' })).toBeNull()
    expect(document.body.textContent).not.toMatch(/\$|under 2 seconds/)
  })

  test('AUTH-003 AUTH-004 stand an offer, quotes and customers where the operator switched them on', async () => {
    await show(aSignInApi({ marketing: true }))
    await screen.findByRole('list', { name: 'Customers' })
    expect(screen.getByText('Start free or get $100 of usage credits for $10.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'What customers say' })).toBeTruthy()
  })
})

describe('with a password', () => {
  test('AUTH-008 SHELL-049 the session is created from e-mail and password, stored, and leads to the landing', async () => {
    const { requests, router } = await show({
      'POST /ui/v1/session': { status: 201, body: aSessionBody(aSession()) },
    })
    await fillIn('mira@northlight.example', 'tall-harbour-lantern-42')
    await waitFor(() => expect(router.state.location.pathname).toBe(landing))
    const sent = requests.find(({ method }) => method === 'POST')!
    expect(sent.path).toBe('/ui/v1/session')
    expect(sent.body).toEqual({
      session: { email: 'mira@northlight.example', password: 'tall-harbour-lantern-42' },
    })
    expect(sessionStore.getState().session?.currentUser.email).toBe('mira@northlight.example')
  })

  test('SHELL-012 SHELL-027 a login opens the location the address carries', async () => {
    const next = `${landing}/${ids.environment}/metrics?x=1`
    const { router } = await show(
      { 'POST /ui/v1/session': { status: 201, body: aSessionBody(aSession()) } },
      `/login?next=${encodeURIComponent(next)}`,
    )
    await fillIn('mira@northlight.example', 'tall-harbour-lantern-42')
    await waitFor(() => expect(router.state.location.href).toBe(next))
  })

  test('SHELL-025 a person without an organization is led to create one', async () => {
    const session = aSession({ organization: null, organizations: [], properties: [] })
    const { router } = await show({
      'POST /ui/v1/session': { status: 201, body: aSessionBody(session) },
    })
    await fillIn('mira@northlight.example', 'tall-harbour-lantern-42')
    await waitFor(() => expect(router.state.location.pathname).toBe('/create-organization'))
  })

  test('SHELL-026 a person whose organizations all require single sign-on is sent to the page that says so', async () => {
    const organization = anOrganization({ authenticated: false })
    const { router } = await show({
      'POST /ui/v1/session': {
        status: 201,
        body: aSessionBody(aSession({ organization, organizations: [organization] })),
      },
    })
    await fillIn('mira@northlight.example', 'tall-harbour-lantern-42')
    await waitFor(() => expect(router.state.location.pathname).toBe('/sso-required'))
  })

  test('AUTH-012 a refused login shows the messages of the server, stays, and stores nothing', async () => {
    const { router } = await show({
      'POST /ui/v1/session': aRefusal(401, 'Email or password is not right.'),
    })
    await fillIn('mira@northlight.example', 'wrong-password-wrong')
    expect((await screen.findByRole('alert')).textContent).toBe('Email or password is not right.')
    expect(router.state.location.pathname).toBe('/login')
    expect(sessionStore.getState().session).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@northlight.example')
  })

  test('AUTH-017 AUTH-021 nothing is sent while the fields are not right', async () => {
    const { requests } = await show()
    await fillIn('not-an-address', '')
    expect(await screen.findByText('Invalid email')).toBeTruthy()
    expect(screen.getByText('Password cannot be empty')).toBeTruthy()
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('a keyboard alone signs in: the first field has the focus, Enter sends', async () => {
    const { requests, router } = await show({
      'POST /ui/v1/session': { status: 201, body: aSessionBody(aSession()) },
    })
    const email = await screen.findByLabelText('Email')
    expect(document.activeElement).toBe(email)
    await userEvent.keyboard('mira@northlight.example')
    await userEvent.tab()
    await userEvent.keyboard('tall-harbour-lantern-42{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(landing))
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('password managers can tell the fields apart', async () => {
    await show()
    const email = await screen.findByLabelText('Email')
    expect(email.getAttribute('autocomplete')).toBe('username')
    expect(email.getAttribute('type')).toBe('email')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })
})

describe('other ways', () => {
  test('the demo account signs in with one press where there is one', async () => {
    const demo = { email: 'demo@playhead.example', password: 'watch-the-playhead' }
    const { requests, router } = await show({
      ...aSignInApi({ demo }),
      'POST /ui/v1/session': { status: 201, body: aSessionBody(aSession()) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Use the demo account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(landing))
    expect(requests.at(-1)?.body).toEqual({ session: demo })
  })

  test('AUTH-009 GitHub is offered only where it is configured', async () => {
    const plain = await show()
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('button', { name: 'Continue with GitHub' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Use the demo account' })).toBeNull()
    plain.unmount()
    await show(aSignInApi({ github: true }))
    expect(await screen.findByRole('button', { name: 'Continue with GitHub' })).toBeTruthy()
  })

  test('AUTH-009 GitHub starts with its own call and leaves for the provider', async () => {
    const { requests } = await show(
      {
        ...aSignInApi({ github: true }),
        'POST /ui/v1/session/github/start': {
          body: { data: { authorize_url: `${location.href.split('#')[0]}#at-github` } },
        },
      },
      '/login?next=%2Fsettings',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
    await waitFor(() => expect(location.hash).toBe('#at-github'))
    expect(requests.at(-1)?.body).toEqual({ session: { next: '/settings' } })
  })

  test('single sign-on asks for the e-mail address and leaves for the provider it belongs to', async () => {
    const { requests, router } = await show({
      'POST /ui/v1/session/sso/start': {
        body: { data: { authorize_url: `${location.href.split('#')[0]}#at-provider` } },
      },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Sign in with single sign-on' }))
    expect(router.state.location.search).toEqual({ method: 'sso' })
    const email = await screen.findByLabelText('Work email')
    await userEvent.type(email, 'mira@northlight.example{Enter}')
    await waitFor(() => expect(location.hash).toBe('#at-provider'))
    expect(requests.at(-1)?.body).toEqual({
      session: { email: 'mira@northlight.example', next: null },
    })
  })

  test('an address without single sign-on gets a message on the page', async () => {
    await show(
      { 'POST /ui/v1/session/sso/start': aRefusal(404, 'No single sign-on for this address.') },
      '/login?method=sso',
    )
    await userEvent.type(await screen.findByLabelText('Work email'), 'a@b.example{Enter}')
    expect(await screen.findByText('No single sign-on for this address.')).toBeTruthy()
  })
})

describe('the page', () => {
  test('links to sign-up and to a forgotten password', async () => {
    await show()
    expect(
      (await screen.findByRole('link', { name: 'Create an account' })).getAttribute('href'),
    ).toBe('/signup')
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
  })

  test('AUTH-007 wears the auth theme', async () => {
    await show()
    await screen.findByLabelText('Email')
    expect(document.querySelector('[data-theme="auth"]')).toBeTruthy()
  })

  test('the page says that a server does not answer, and asks again', async () => {
    let isUp = false
    await show({
      'GET /ui/v1/sign-in-options': (request) => {
        const answer = aSignInApi()['GET /ui/v1/sign-in-options']
        if (isUp && typeof answer === 'object') return answer
        return { status: 503, body: { error: { type: 'unavailable', messages: [request.path] } } }
      },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    isUp = true
    await userEvent.click(again)
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })

  test('after a changed password it says so', async () => {
    await show({}, '/login?notice=password-changed')
    expect(await screen.findByText(/Your password was changed/)).toBeTruthy()
  })
})

test('AUTH-015 on a server without anybody the page makes no account, and says where the link is', async () => {
  await show(aSignInApi({ first_visit: true }))
  expect(await screen.findByRole('heading', { name: 'Open the link in the terminal' })).toBeTruthy()
  expect(screen.getByText('npx playhead staff link')).toBeTruthy()
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.queryByLabelText('Password')).toBeNull()
})
