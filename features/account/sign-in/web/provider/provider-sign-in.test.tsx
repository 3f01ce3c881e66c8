import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { keepLoginTicket, readLoginTicket } from './login-ticket.ts'
import { Screen as ProviderAnswerScreen } from './provider-return-screen.tsx'
import { Screen as SelectLoginEmailScreen } from './select-login-email-screen.tsx'
import { aRefusal, aSessionBody } from '../testing.ts'

const landing = `/organizations/${ids.organization}/environments`
const outcome = (changes: object) => ({
  body: { data: { session: null, addresses: [], ticket: null, next: null, ...changes } },
})
const signedIn = (next: string | null = null) =>
  outcome({ session: aSessionBody(aSession()).data, next })

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(stopScreens)

describe('coming back from the provider', () => {
  const comeBack = (address: string, search: string, api: ApiHandlers) =>
    openScreen(ProviderAnswerScreen, { address, href: address + search, session: null, api })

  test('AUTH-009 the code of GitHub is posted once and becomes a session', async () => {
    const { requests, router } = await comeBack('/login/github', '?code=c1&state=s1', {
      'POST /ui/v1/session/github': signedIn(),
    })
    await waitFor(() => expect(router.state.location.pathname).toBe(landing))
    expect(requests.map(({ body }) => body)).toEqual([{ session: { code: 'c1', state: 's1' } }])
    expect(sessionStore.getState().session?.currentUser.email).toBe('mira@northlight.example')
  })

  test('single sign-on goes on to the location that was asked for before', async () => {
    const { requests, router } = await comeBack('/login/sso', '?code=c1&state=s1', {
      'POST /ui/v1/session/sso': signedIn('/settings/access-tokens'),
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/access-tokens'))
    expect(requests.map(({ path }) => path)).toEqual(['/ui/v1/session/sso'])
  })

  test('AUTH-011 a provider account with several addresses leads to the choice', async () => {
    const { router } = await comeBack('/login/github', '?code=c1&state=s1', {
      'POST /ui/v1/session/github': outcome({
        ticket: 't1',
        addresses: ['a@b.example', 'c@d.example'],
        next: '/settings',
      }),
    })
    await waitFor(() => expect(router.state.location.href).toBe('/select-login-email'))
    expect(readLoginTicket()).toEqual({
      ticket: 't1',
      addresses: ['a@b.example', 'c@d.example'],
      next: '/settings',
    })
    expect(sessionStore.getState().session).toBeNull()
  })

  test.each([
    ['?error=access_denied&state=s1', 'The sign-in was cancelled.'],
    ['?error=server_error&error_description=Out+of+order', 'Out of order'],
    ['?state=s1', 'The sign-in provider sent an incomplete answer.'],
  ])('AUTH-009 the answer %s is said and nothing is posted', async (search, text) => {
    const { requests } = await comeBack('/login/github', search, {})
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy()
    expect(requests).toEqual([])
  })

  test('AUTH-012 a refusal of the server is shown on the page', async () => {
    const { router } = await comeBack('/login/github', '?code=c1&state=s1', {
      'POST /ui/v1/session/github': aRefusal(401, 'This account is not known here.'),
    })
    expect(await screen.findByText('This account is not known here.')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login/github')
  })
})

describe('choosing an address', () => {
  const show = (api: ApiHandlers) =>
    openScreen(SelectLoginEmailScreen, {
      address: '/select-login-email',
      session: null,
      api,
    })

  test('AUTH-011 each address is offered and the chosen one continues the login', async () => {
    keepLoginTicket({ ticket: 't1', addresses: ['a@b.example', 'c@d.example'], next: '/settings' })
    const { requests, router } = await show({ 'POST /ui/v1/session/email': signedIn() })
    expect(screen.getAllByRole('listitem', { name: '' }).length).toBeGreaterThan(0)
    expect(document.activeElement?.textContent).toBe('a@b.example')
    await userEvent.click(screen.getByRole('button', { name: 'c@d.example' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings'))
    expect(requests.at(-1)?.body).toEqual({ session: { ticket: 't1', email: 'c@d.example' } })
    expect(readLoginTicket()).toBeUndefined()
  })

  test('the page says that a choice is too late', async () => {
    keepLoginTicket({ ticket: 't1', addresses: ['a@b.example'], next: null })
    await show({ 'POST /ui/v1/session/email': aRefusal(401, 'This took too long. Sign in again.') })
    await userEvent.click(screen.getByRole('button', { name: 'a@b.example' }))
    expect(await screen.findByText('This took too long. Sign in again.')).toBeTruthy()
  })

  test('without a choice to make it leads back to the sign-in page', async () => {
    await show({})
    const back = screen.getByRole('link', { name: 'Back to sign in' })
    expect(back.getAttribute('href')).toBe('/login')
  })
})
