import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import { aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './first-staff-screen.tsx'
import { aSignInApi, aRefusal, aSessionBody } from '../testing.ts'

const alone = aSession({ organization: null, organizations: [], properties: [] })
const created = { status: 201, body: aSessionBody(alone) }

const show = (api: ApiHandlers = {}, href = '/first-staff#the-secret') =>
  openScreen(Screen, {
    address: '/first-staff',
    href,
    session: null,
    api: { ...aSignInApi(), 'POST /ui/v1/first-staff': created, ...api },
  })

const fillIn = async () => {
  await userEvent.type(await screen.findByLabelText('Email'), ' mira@northlight.example ')
  await userEvent.type(screen.getByLabelText('First name'), 'Mira')
  await userEvent.type(screen.getByLabelText('Last name'), 'Kaur')
  await userEvent.type(screen.getByLabelText('Password'), 'tall-harbour-lantern-42')
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
}

beforeEach(() => sessionStore.dispatch({ type: 'loggedOut' }))
afterEach(stopScreens)

test.each([
  [true, '/create-organization'],
  [false, '/operator/organizations'],
])(
  'the account is made with the link, and goes on where there is something to do (new server: %s)',
  async (isNew, landing) => {
    const { requests, router } = await show(aSignInApi({ first_visit: isNew }))
    expect(await screen.findByRole('heading', { name: 'Create the staff account' })).toBeTruthy()
    await fillIn()
    await waitFor(() => expect(router.state.location.href).toBe(landing))
    expect(requests.at(-1)).toMatchObject({
      path: '/ui/v1/first-staff',
      body: {
        user: {
          first_name: 'Mira',
          last_name: 'Kaur',
          email: 'mira@northlight.example',
          password: 'tall-harbour-lantern-42',
          token: 'the-secret',
        },
      },
    })
    // The secret is only in the body of that request.
    expect(requests.filter(({ path }) => path.includes('the-secret'))).toEqual([])
    expect(sessionStore.getState().session?.currentUser.id).toBe(alone.currentUser.id)
  },
)

test('an expired link shows its message, and the typed values stay', async () => {
  const text = 'This link has expired. Make a new one in the terminal: npx playhead staff link'
  const { router } = await show({
    'POST /ui/v1/first-staff': aRefusal(400, text, { token: [text] }),
  })
  await fillIn()
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Mira')
  expect(router.state.location.pathname).toBe('/first-staff')
})

test('a link without its secret explains how to get one, and shows no form', async () => {
  await show({}, '/first-staff')
  expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeTruthy()
  expect(screen.getByText('npx playhead staff link')).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
})
