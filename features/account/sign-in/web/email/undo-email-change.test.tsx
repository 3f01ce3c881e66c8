import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { aRefusal } from '../testing.ts'
import { Screen } from './undo-email-change-screen.tsx'

afterEach(stopScreens)

const address = '/undo-email-change'
const endpoint = 'POST /ui/v1/email-undos'
const open = (answer: GivenResponse, search = '?token=secret') =>
  openScreen(Screen, { address, href: address + search, api: { [endpoint]: answer } })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Undo the change' }))

test('nothing is undone before the button is pressed, for programs that visit mailed links', async () => {
  const { requests } = await open({})
  screen.getByRole('button', { name: 'Undo the change' })
  expect(requests).toEqual([])
})

test('the address is back, this browser is signed out, and the way on is a new password', async () => {
  const { requests } = await open({
    body: { data: { email: 'mira@northlight.example', password_reset_token: 'a+token' } },
  })
  await press()
  const link = await screen.findByRole('link', { name: 'Choose a new password' })
  expect(link.getAttribute('href')).toBe(
    '/reset-password?token=a%2Btoken&email=mira%40northlight.example',
  )
  expect(document.body.textContent).toContain('Its address is mira@northlight.example')
  expect(document.body.textContent).toContain('every browser was signed out')
  expect(requests.at(-1)!.body).toEqual({ email_undo: { token: 'secret' } })
  expect(sessionStore.getState().session).toBeNull()
})

test('a person without a password signs in with their provider', async () => {
  await open({ body: { data: { email: 'mira@northlight.example', password_reset_token: null } } })
  await press()
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/login')
  expect(document.body.textContent).not.toContain('password')
})

test('a link that is over says so', async () => {
  await open(aRefusal(400, 'This link has expired.', { token: ['This link has expired.'] }))
  await press()
  expect(await screen.findByText('This link has expired.')).toBeTruthy()
})

test('half a link says so', async () => {
  await open({}, '')
  expect(screen.getByRole('heading', { name: 'This link is not complete' })).toBeTruthy()
})
