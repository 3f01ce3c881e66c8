import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './sign-up-screen.tsx'
import { aSignInApi, aRefusal } from '../testing.ts'

const show = (api: ApiHandlers = {}, href = '/signup') =>
  openScreen(Screen, {
    address: '/signup',
    href,
    session: null,
    api: { ...aSignInApi(), 'POST /ui/v1/signup': { status: 204 }, ...api },
  })

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(async () => {
  vi.useRealTimers()
  await stopScreens()
})

test('AUTH-013 AUTH-014 signing up sends the address with type and plan of the page', async () => {
  const { requests } = await show({}, '/signup?type=data&plan=pro&welcome=true')
  await userEvent.type(await screen.findByLabelText('Email'), ' mira@northlight.example {Enter}')
  const heading = await screen.findByRole('heading', { name: 'Check your inbox' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(requests.at(-1)?.body).toEqual({
    invite: {
      email: 'mira@northlight.example',
      type: 'data',
      plan: 'pro',
      redirect_url: `${location.origin}/create-organization?type=data&plan=pro&welcome=true`,
    },
  })
  expect(screen.getByText('mira@northlight.example')).toBeTruthy()
})

test('without a mail server the page says where the link is, not that it was sent', async () => {
  await show(aSignInApi({ sends_mail: false }))
  await userEvent.type(await screen.findByLabelText('Email'), 'mira@northlight.example{Enter}')
  await screen.findByRole('heading', { name: 'This server sends no mail yet' })
  const page = document.body.textContent
  expect(page).toContain('The link for mira@northlight.example waits in the outbox')
  expect(page).toContain(
    'The first staff account is created with the link in the server’s terminal.',
  )
  expect(page).toContain('SMTP_URL')
  expect(page).not.toMatch(/spam|We sent/)
})

test('AUTH-014 without a query there is neither type nor plan', async () => {
  const { requests } = await show()
  await userEvent.type(await screen.findByLabelText('Email'), 'a@b.example{Enter}')
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(requests.at(-1)?.body).toMatchObject({ invite: { type: null, plan: null } })
})

test.each(['', 'mira', 'mira@northlight', 'mira @northlight.example'])(
  'AUTH-017 the address "%s" is not sent',
  async (email) => {
    const { requests } = await show()
    const field = await screen.findByLabelText('Email')
    if (email) await userEvent.type(field, email)
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Invalid email')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  },
)

test('a refusal of the server is shown on the page', async () => {
  await show({ 'POST /ui/v1/signup': aRefusal(429, 'Too many sign-ups from here. Try later.') })
  await userEvent.type(await screen.findByLabelText('Email'), 'a@b.example{Enter}')
  expect(await screen.findByText('Too many sign-ups from here. Try later.')).toBeTruthy()
})

test('the mail can be asked for again after 30 seconds', async () => {
  const { requests } = await show()
  const posts = () => requests.filter(({ method }) => method === 'POST')
  const field = await screen.findByLabelText('Email')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.change(field, { target: { value: 'a@b.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Send again/ })
  expect(button.disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(button.disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(21_000))
  expect(button.disabled).toBe(false)
  fireEvent.click(button)
  expect(await screen.findByText('We sent it again.')).toBeTruthy()
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(button.disabled).toBe(true)
})
