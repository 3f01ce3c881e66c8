import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import type { CurrentUser } from '@playhead/web-kit/session/session.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './profile-screen.tsx'

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const sessionWith = (user: Partial<CurrentUser>) => {
  const session = aSession()
  return { ...session, currentUser: { ...session.currentUser, ...user } }
}

const signInOptions = {
  body: {
    data: {
      github: false,
      captcha: null,
      password_length_min: 12,
      has_session: true,
      sends_mail: true,
      first_visit: false,
      demo: null,
    },
  },
}

const secondFactor = {
  body: {
    data: {
      passkeys: [],
      authenticator_app: null,
      recovery_codes_left: 0,
      can_change: true,
      required_by: [],
    },
  },
}

const open = (api: ApiHandlers = {}, user: Partial<CurrentUser> = {}) => {
  const session = sessionWith(user)
  setSessionSource(() => Promise.resolve(session))
  return openScreen(WithToasts, {
    address: '/organizations/$organizationId/account/profile',
    href: `/organizations/${ids.organization}/account/profile`,
    session,
    api: {
      'GET /ui/v1/sign-in-options': signInOptions,
      'GET /ui/v1/sessions': { body: { data: [] } },
      'GET /ui/v1/second-factor': secondFactor,
      ...api,
    },
  })
}

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const writes = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
  requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')

const saveUser = `PUT /ui/v1/users/${ids.user}`
const savePassword = `PUT /ui/v1/users/${ids.user}/password`

const wireUser = (overrides: Record<string, unknown> = {}) => ({
  id: ids.user,
  first_name: 'Mira',
  last_name: 'Kaur',
  email: 'mira@northlight.example',
  pending_email: null,
  organization_admin: true,
  environments: [],
  ...overrides,
})

test('ACCT-001 ACCT-002 ACCT-003 names and e-mail are shown, saved and confirmed by a toast', async () => {
  const { requests } = await open({
    [saveUser]: { body: { data: wireUser({ first_name: 'Mira Jo' }) } },
  })
  const firstName = screen.getByLabelText<HTMLInputElement>('First name')
  expect(firstName.value).toBe('Mira')
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Kaur')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@northlight.example')
  await userEvent.type(firstName, ' Jo{Enter}')
  expect(await screen.findByText('Personal information updated')).toBeTruthy()
  expect(writes(requests).map(({ body }) => body)).toEqual([
    { user: { first_name: 'Mira Jo', last_name: 'Kaur', email: 'mira@northlight.example' } },
  ])
})

test('ACCT-003 while it is saved the button is busy, and a failure is shown on the form', async () => {
  const { requests } = await open({
    [saveUser]: {
      status: 409,
      afterMs: 100,
      body: { error: { type: 'conflict', messages: ['Not now.'] } },
    },
  })
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect(save.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(save)
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  expect(save.getAttribute('aria-busy')).toBeNull()
  expect(writes(requests)).toHaveLength(1)
  expect(screen.queryByText('Personal information updated')).toBeNull()
})

test('ACCT-006 AUTH-017 AUTH-018 the e-mail rules apply, those of the server too', async () => {
  const { requests } = await open({
    [saveUser]: {
      status: 422,
      body: {
        error: {
          type: 'invalid_parameters',
          messages: ['email already exists'],
          fields: { 'user.email': ['email already exists'] },
        },
      },
    },
  })
  const email = screen.getByLabelText('Email')
  await userEvent.clear(email)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Invalid email')).toBeTruthy()
  expect(writes(requests)).toEqual([])
  await userEvent.type(email, 'jonas@northlight.example{Enter}')
  expect(await screen.findByText('email already exists')).toBeTruthy()
  expect(email.getAttribute('aria-invalid')).toBe('true')
})

test('a changed address waits for its mailed link, and the form says so', async () => {
  await open({}, { pendingEmail: 'mira@new.example' })
  const note = screen.getByText(/We mailed a link to/).closest('[role="status"]')!
  expect(note.textContent).toContain('mira@new.example')
  expect(note.textContent).toContain('mira@northlight.example')
})

const passwordForm = () => screen.findByRole('region', { name: 'Password' }).then(within)

test('ACCT-004 ACCT-005 the password is changed with the current one and confirmed by a toast', async () => {
  const { requests } = await open({ [savePassword]: {} })
  const form = await passwordForm()
  await userEvent.type(form.getByLabelText('Current password'), 'old-harbour-lantern')
  await userEvent.type(form.getByLabelText('New password'), 'exactly-12-c')
  await userEvent.type(form.getByLabelText('Repeat the new password'), 'exactly-12-c{Enter}')
  expect(await screen.findByText('Password updated')).toBeTruthy()
  expect(writes(requests).map(({ body }) => body)).toEqual([
    {
      user: {
        current_password: 'old-harbour-lantern',
        password: 'exactly-12-c',
        password_confirmation: 'exactly-12-c',
      },
    },
  ])
  expect(form.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('ACCT-006 AUTH-019 AUTH-020 AUTH-021 the password rules apply before anything is sent', async () => {
  const { requests } = await open({ [savePassword]: {} })
  const form = await passwordForm()
  await userEvent.type(form.getByLabelText('New password'), 'eleven-char')
  await userEvent.type(form.getByLabelText('Repeat the new password'), 'something else')
  await userEvent.click(form.getByRole('button', { name: 'Change password' }))
  expect(await form.findByText('Password cannot be empty')).toBeTruthy()
  expect(form.getByText('Password must be at least 12 characters long')).toBeTruthy()
  expect(form.getByText('Passwords must match')).toBeTruthy()
  expect(writes(requests)).toEqual([])
})

test('ACCT-005 a wrong current password is shown at its field', async () => {
  await open({
    [savePassword]: {
      status: 422,
      body: {
        error: {
          type: 'invalid_parameters',
          messages: ['The current password is wrong.'],
          fields: { 'user.current_password': ['The current password is wrong.'] },
        },
      },
    },
  })
  const form = await passwordForm()
  await userEvent.type(form.getByLabelText('Current password'), 'not-my-password')
  await userEvent.type(form.getByLabelText('New password'), 'long-enough-for-it')
  await userEvent.type(form.getByLabelText('Repeat the new password'), 'long-enough-for-it{Enter}')
  expect(await form.findByText('The current password is wrong.')).toBeTruthy()
  await waitFor(() =>
    expect(form.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'),
  )
})

test('AUTH-010 anyone who signed in through a provider sees no password form', async () => {
  await open({}, { oauthLogin: true })
  expect(screen.getByLabelText('First name')).toBeTruthy()
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

test('ACCT-001 Log out leaves through the logout page', async () => {
  const { router } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/logout'))
})

test('signing out everywhere asks first, then ends every session', async () => {
  const { requests, router } = await open({ 'DELETE /ui/v1/sessions': {} })
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  let dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(writes(requests)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/logout'))
  expect(writes(requests).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /ui/v1/sessions',
  ])
})

test('the appearance is applied and remembered', async () => {
  await open()
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('the form follows what the server says later, but never undoes what was typed', async () => {
  await open()
  const rename = (firstName: string) =>
    act(() => {
      sessionStore.dispatch({ type: 'tokenRefreshed', session: sessionWith({ firstName }) })
    })
  const firstName = screen.getByLabelText<HTMLInputElement>('First name')
  rename('Miriam')
  expect(firstName.value).toBe('Miriam')
  await userEvent.type(firstName, '!')
  rename('Mira')
  expect(firstName.value).toBe('Miriam!')
})
