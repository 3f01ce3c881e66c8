import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ProofDialog } from '@playhead/features/account/sign-in/web'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useStore } from '@playhead/web-kit/external-store.ts'
import { proofRequest } from '@playhead/web-kit/errors/proof.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { startPasskeys } from '@playhead/web-kit/testing-passkeys.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './profile-screen.tsx'

/** The screen inside the application frame, with the proof dialog that any call can open. */
const Framed = () => {
  const wanted = useStore(proofRequest)
  return (
    <>
      <Screen />
      {wanted && <ProofDialog onSettle={wanted.settle} />}
    </>
  )
}

const save = `PUT /ui/v1/users/${ids.user}`
const ways = (...kinds: string[]) => ({
  'GET /ui/v1/session/proof': { body: { data: { kinds, code: null } } },
})
const refused = (type: string, messages: string[], fields?: Record<string, string[]>) => ({
  body: { error: { type, messages, ...(fields && { fields }) } },
})
const proofRequired = {
  status: 403,
  ...refused('proof_required', ['Confirm that it is you first, then try again.']),
}
const user = {
  id: ids.user,
  first_name: 'Mira',
  last_name: 'Kaur',
  email: 'mira@northlight.example',
  pending_email: 'mira@new.example',
  organization_admin: true,
  environments: [],
}

/** A server that demands a proof until it has received the right password. */
const wary = (right = 'seven green lanterns'): ApiHandlers => {
  let isProved = false
  return {
    ...ways('password'),
    'POST /ui/v1/session/proof': ({ body }) => {
      isProved = (body as { proof: { password: string } }).proof.password === right
      const wrong = ['The password is wrong.']
      return isProved
        ? {}
        : { status: 400, ...refused('invalid_parameters', wrong, { password: wrong }) }
    },
    [save]: () => (isProved ? { body: { data: user } } : proofRequired),
  }
}

const open = (api: ApiHandlers) => {
  setSessionSource(() => Promise.resolve(aSession()))
  return openScreen(Framed, {
    address: '/organizations/$organizationId/account/profile',
    href: `/organizations/${ids.organization}/account/profile`,
    api: {
      'GET /ui/v1/sessions': { body: { data: [] } },
      'GET /ui/v1/second-factor': {
        body: {
          data: {
            passkeys: [],
            authenticator_app: null,
            recovery_codes_left: 0,
            can_change: true,
            required_by: [],
          },
        },
      },
      ...api,
    },
  })
}

const changeAddress = async () => {
  const field = await screen.findByLabelText('Email')
  await userEvent.clear(field)
  await userEvent.type(field, 'mira@new.example{Enter}')
}

const saves = ({ requests }: Awaited<ReturnType<typeof open>>) =>
  requests.filter(({ method, path }) => `${method} ${path}` === save)

afterEach(async () => {
  await stopScreens()
  proofRequest.get()?.settle(false)
  toasts.clear()
})

test('a change of address asks who is there by keyboard alone, says what is wrong, and is then made', async () => {
  const view = await open(wary())
  await changeAddress()
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  const password = await within(dialog).findByLabelText('Your password')
  expect(document.activeElement).toBe(password)
  await userEvent.keyboard('seven red lanterns{Enter}')
  await within(dialog).findByText('The password is wrong.')
  expect(saves(view)).toHaveLength(1)
  await userEvent.clear(password)
  await userEvent.type(password, 'seven green lanterns{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(toasts.list()).toMatchObject([{ type: 'success' }]))
  const [first, second] = saves(view).map(({ body }) => body)
  expect(second).toEqual(first)
  expect(second).toMatchObject({ user: { email: 'mira@new.example' } })
})

test('closing the dialog changes nothing, and the form says so', async () => {
  const view = await open(wary())
  await changeAddress()
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await screen.findByText('Confirm that it is you first, then try again.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(saves(view)).toHaveLength(1)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@new.example')
  expect(toasts.list()).toEqual([])
})

test('a way to prove that was added a moment ago is offered at once', async () => {
  let kinds = ['password']
  await open({
    ...wary(),
    'GET /ui/v1/session/proof': () => ({ body: { data: { kinds, code: null } } }),
  })
  await changeAddress()
  await screen.findByLabelText('Your password')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  kinds = ['github']
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: /GitHub/ })
  expect(dialog.queryByLabelText('Your password')).toBeNull()
})

test('the dialog says when there were too many guesses', async () => {
  await open({
    ...wary(),
    'POST /ui/v1/session/proof': {
      status: 429,
      ...refused('too_many_requests', ['You’re making too many requests.']),
    },
  })
  await changeAddress()
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('Your password'), 'guess{Enter}')
  expect(await within(dialog).findByText('You’re making too many requests.')).toBeDefined()
})

/** The screen of a person with a second factor who wants to change the address. */
const openWithFactor = async (
  kinds: string[],
  code: { methods: string[]; with_password: boolean },
) => {
  let isProved = false
  const view = await open({
    'GET /ui/v1/session/proof': { body: { data: { kinds, code } } },
    'POST /ui/v1/session/proof/code': ({ body }) => {
      isProved = (body as { proof: { code: string } }).proof.code === '123 456'
      const wrong = ['This code is wrong or was already used.']
      return isProved
        ? {}
        : { status: 400, ...refused('invalid_parameters', wrong, { code: wrong }) }
    },
    [save]: () => (isProved ? { body: { data: user } } : proofRequired),
  })
  await changeAddress()
  return { view, dialog: within(await screen.findByRole('dialog')) }
}

const sentCodes = ({ requests }: Awaited<ReturnType<typeof open>>) =>
  requests
    .filter(({ path }) => path === '/ui/v1/session/proof/code')
    .map(({ body }) => (body as { proof: unknown }).proof)

test('with an authenticator app its code is asked for beside the password, by keyboard alone', async () => {
  const { view, dialog } = await openWithFactor(['code'], {
    methods: ['authenticator_app', 'recovery_code'],
    with_password: true,
  })
  const password = await dialog.findByLabelText('Your password')
  const code = dialog.getByLabelText('Code of your authenticator app')
  expect(document.activeElement).toBe(password)
  await userEvent.keyboard('{Enter}')
  await dialog.findByText('Password cannot be empty')
  await dialog.findByText('Code is required')
  expect(sentCodes(view)).toEqual([])
  await userEvent.type(password, 'seven green lanterns')
  await userEvent.type(code, '000000{Enter}')
  await dialog.findByText('This code is wrong or was already used.')
  await userEvent.clear(code)
  await userEvent.type(code, '123 456{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(saves(view)).toHaveLength(2))
  expect(sentCodes(view).at(-1)).toEqual({
    method: 'authenticator_app',
    code: '123 456',
    password: 'seven green lanterns',
  })
})

test('a recovery code waits behind a button, and the way back is there', async () => {
  const { view, dialog } = await openWithFactor(['code'], {
    methods: ['authenticator_app', 'recovery_code'],
    with_password: false,
  })
  expect(await dialog.findByLabelText('Code of your authenticator app')).toBe(
    document.activeElement,
  )
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(dialog.getByLabelText('Recovery code'), 'abcde-fghij{Enter}')
  await dialog.findByText('This code is wrong or was already used.')
  expect(sentCodes(view)).toEqual([{ method: 'recovery_code', code: 'abcde-fghij' }])
  await userEvent.click(dialog.getByRole('button', { name: 'Use your authenticator app' }))
  dialog.getByLabelText('Code of your authenticator app')
})

const passkeyAlone = () =>
  openWithFactor(['passkey', 'code'], { methods: ['recovery_code'], with_password: true })

test('a passkey comes first, and the recovery code waits behind a button', async () => {
  const passkeys = startPasskeys()
  const { dialog } = await passkeyAlone()
  await dialog.findByRole('button', { name: 'Use a passkey' })
  expect(dialog.queryByLabelText('Recovery code')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
  await dialog.findByLabelText('Recovery code')
  passkeys.stop()
})

test('in a browser that cannot use the passkey the recovery code is all', async () => {
  const { dialog } = await passkeyAlone()
  await dialog.findByLabelText('Recovery code')
  expect(dialog.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test.each([
  ['github', 'Continue with GitHub'],
  ['sso', 'Continue with single sign-on'],
])('somebody who signs in through %s goes there', async (kind, label) => {
  const view = await open({
    [save]: proofRequired,
    ...ways(kind),
    'POST /ui/v1/session/proof/provider': {
      status: 400,
      ...refused('invalid_parameters', ['The provider does not answer.']),
    },
  })
  await changeAddress()
  await userEvent.click(await screen.findByRole('button', { name: label }))
  await screen.findByText('The provider does not answer.')
  expect(view.requests.at(-1)).toMatchObject({ body: { proof: { kind } } })
})

test('a session that can prove nothing is asked to sign in again', async () => {
  await open({ [save]: proofRequired, ...ways() })
  await changeAddress()
  const link = await screen.findByRole('link', { name: 'Log out' })
  expect(link.getAttribute('href')).toBe('/logout')
})

test('ways that do not load can be asked for again', async () => {
  let isUp = false
  await open({
    [save]: proofRequired,
    'GET /ui/v1/session/proof': () =>
      isUp
        ? { body: { data: { kinds: ['password'], code: null } } }
        : { status: 503, ...refused('unavailable', ['The database is not available.']) },
  })
  await changeAddress()
  const again = await screen.findByRole('button', { name: /try again/i })
  isUp = true
  await userEvent.click(again)
  expect(await screen.findByLabelText('Your password')).toBeDefined()
})
