import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { startPasskeys } from '@playhead/web-kit/testing-passkeys.ts'
import { anApp, aPasskey, aFactorsResponse, openCard, aRefusal } from './testing.ts'

const retrieve = 'GET /ui/v1/second-factor'

let passkeys: ReturnType<typeof startPasskeys>
beforeEach(() => {
  passkeys = startPasskeys()
})
afterEach(async () => {
  passkeys.stop()
  await stopScreens()
})

const part = (name: string) => screen.findByRole('region', { name })

test('holds its place while it loads', async () => {
  await openCard()
  screen.getByText('Loading your second factors')
  await part('Passkeys')
  expect(screen.queryByText('Loading your second factors')).toBeNull()
})

test('says why it did not load, and asks once more', async () => {
  let isUp = false
  await openCard({}, { [retrieve]: () => (isUp ? aFactorsResponse() : aRefusal('Not yet.')) })
  await screen.findByText('Not yet.')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await part('Passkeys')).toBeTruthy()
})

test('without a factor it offers both, and no recovery codes', async () => {
  await openCard()
  within(await part('Passkeys')).getByRole('button', { name: 'Add a passkey' })
  within(await part('Authenticator app')).getByRole('button', { name: 'Set up' })
  expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull()
  expect(screen.queryByText(/requires? a second factor/)).toBeNull()
})

test('each passkey says when it was added and used, and where it works if not here', async () => {
  await openCard({
    passkeys: [
      aPasskey({ last_used_at: '2026-03-05T10:00:00.000Z' }),
      aPasskey({
        id: '77777777-7777-4777-8777-777777777777',
        name: 'Phone',
        host: 'video.example',
      }),
    ],
    recovery_codes_left: 10,
  })
  const [here, elsewhere] = within(await part('Passkeys')).getAllByRole('listitem')
  expect(here!.textContent).toMatch(/^Work laptopAdded .*Mar.*1.*, last used .*Mar.*5/)
  expect(elsewhere!.textContent).toMatch(/^PhoneOnly for video\.example, Added .*never used so far/)
})

test('the authenticator app says since when it is on, and offers its removal alone', async () => {
  await openCard({ authenticator_app: anApp({ last_used_at: '2026-03-05T10:00:00.000Z' }) })
  const app = await part('Authenticator app')
  expect(app.textContent).toMatch(/On since .*Mar.*2.*, last used .*Mar.*5/)
  within(app).getByRole('button', { name: 'Remove' })
  expect(within(app).queryByRole('button', { name: 'Set up' })).toBeNull()
})

test.each([
  [0, 'None is left. Make new ones before you lose your device.'],
  [1, 'One code is left.'],
  [9, '9 codes are left.'],
])('with %i recovery codes it says so', async (left, sentence) => {
  await openCard({ authenticator_app: anApp(), recovery_codes_left: left })
  expect((await part('Recovery codes')).textContent).toContain(sentence)
})

test('a session of an organization’s provider sees all and changes nothing', async () => {
  await openCard({
    passkeys: [aPasskey()],
    authenticator_app: anApp(),
    recovery_codes_left: 4,
    can_change: false,
    required_by: ['Northlight TV'],
  })
  await screen.findByText(/signed in through your organization’s single sign-on/)
  for (const name of ['Add a passkey', 'Set up', 'Remove', 'Make new codes', 'Remove Work laptop'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test.each([
  [['Northlight TV'], 'Northlight TV requires a second factor. Add one here to open it.'],
  [
    ['Northlight TV', 'Harbour'],
    'Northlight TV and Harbour require a second factor. Add one here to open them.',
  ],
])('says that %o wait, until there is a factor', async (names, sentence) => {
  let factors: object = { required_by: names }
  const { unmount } = await openCard({}, { [retrieve]: () => aFactorsResponse(factors) })
  await screen.findByText(sentence)
  unmount()
  factors = { ...factors, passkeys: [aPasskey()] }
  await openCard({}, { [retrieve]: () => aFactorsResponse(factors) })
  await part('Recovery codes')
  expect(screen.queryByText(sentence)).toBeNull()
})

test('twenty passkeys are all there can be', async () => {
  const many = Array.from({ length: 20 }, (_, index) =>
    aPasskey({ id: `66666666-6666-4666-8666-6666666666${10 + index}`, name: `Key ${index}` }),
  )
  await openCard({ passkeys: many })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(20))
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('a browser without passkeys offers none, and says so', async () => {
  passkeys.stop()
  await openCard()
  expect((await part('Passkeys')).textContent).toMatch(/https pages only|cannot use passkeys/)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
