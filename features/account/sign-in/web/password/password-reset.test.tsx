import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen as ForgotPasswordScreen } from './forgot-password-screen.tsx'
import { Screen as ResetPasswordScreen } from './reset-password-screen.tsx'
import { aSignInApi, aRefusal } from '../testing.ts'

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(stopScreens)

describe('forgot password', () => {
  const show = (api: ApiHandlers = {}) =>
    openScreen(ForgotPasswordScreen, {
      session: null,
      api: { ...aSignInApi(), 'POST /ui/v1/password-resets': { status: 204 }, ...api },
    })

  test('AUTH-016 asks for a link and answers alike whether or not there is an account', async () => {
    const { requests } = await show()
    await userEvent.type(await screen.findByLabelText('Email'), 'mira@northlight.example{Enter}')
    await screen.findByRole('heading', { name: 'Check your inbox' })
    expect(screen.getByText(/If there is an account for/)).toBeTruthy()
    expect(requests.at(-1)?.body).toEqual({ user: { email: 'mira@northlight.example' } })
  })

  test('AUTH-017 wants an address', async () => {
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('Invalid email')).toBeTruthy()
  })
})

describe('reset password', () => {
  const show = (api: ApiHandlers = {}, href = '/reset-password?token=secret') =>
    openScreen(ResetPasswordScreen, {
      address: '/reset-password',
      href,
      session: aSession(),
      api: { ...aSignInApi(), 'PUT /ui/v1/reset-password': { status: 204 }, ...api },
    })

  const fillIn = async (password: string, again: string) => {
    const field = await screen.findByLabelText('New password')
    if (password) await userEvent.type(field, password)
    if (again) await userEvent.type(screen.getByLabelText('New password again'), again)
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  }

  test('AUTH-016 sends the new password with the secret of the link and goes to sign in', async () => {
    const { requests, router } = await show()
    await fillIn('tall-harbour-lantern-42', 'tall-harbour-lantern-42')
    await waitFor(() => expect(router.state.location.href).toBe('/login?notice=password-changed'))
    expect(requests.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/ui/v1/reset-password',
      body: {
        user: {
          token: 'secret',
          new_password: 'tall-harbour-lantern-42',
          password_confirmation: 'tall-harbour-lantern-42',
        },
      },
    })
    expect(sessionStore.getState().session).toBeNull()
  })

  test('AUTH-020 two different passwords are not sent', async () => {
    const { requests } = await show()
    await fillIn('tall-harbour-lantern-42', 'tall-harbour-lantern-43')
    expect(await screen.findByText('Passwords must match')).toBeTruthy()
    expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  test('AUTH-019 AUTH-021 a short and a missing password are distinguished', async () => {
    await show()
    await fillIn('', '')
    expect(await screen.findByText('Password cannot be empty')).toBeTruthy()
    await fillIn('short', 'short')
    expect(await screen.findByText('Password must be at least 12 characters long')).toBeTruthy()
  })

  test('a password the server refuses is said at its field, a used link with a way to a new one', async () => {
    const common = 'This password is too common.'
    const first = await show({
      'PUT /ui/v1/reset-password': aRefusal(422, common, { 'user.new_password': [common] }),
    })
    await fillIn('tall-harbour-lantern-42', 'tall-harbour-lantern-42')
    expect(await screen.findByText(common)).toBeTruthy()
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
    first.unmount()

    const used = 'This link has expired or was already used. Please request a new one.'
    await show({ 'PUT /ui/v1/reset-password': aRefusal(422, used, { token: [used] }) })
    await fillIn('tall-harbour-lantern-42', 'tall-harbour-lantern-42')
    expect(await screen.findByText(used)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Send me a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
  })

  test('half a link offers a new one', async () => {
    await show({}, '/reset-password')
    expect(await screen.findByRole('link', { name: 'Send me a new link' })).toBeTruthy()
    expect(screen.queryByLabelText('New password')).toBeNull()
  })
})
