import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { aBase64url, startPasskeys } from '@playhead/web-kit/testing-passkeys.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import {
  anApp,
  aPasskey,
  listChanges,
  aFactorsResponse,
  openCard,
  aRefusal,
  tenCodes,
} from './testing.ts'

const start = 'POST /ui/v1/second-factor/passkeys/start'
const add = 'POST /ui/v1/second-factor/passkeys'
const challengeId = '88888888-8888-4888-8888-888888888888'

/** A server without any factor until a passkey is added. */
const serving = (recoveryCodes = tenCodes): ApiHandlers => {
  let kept: object[] = []
  return {
    'GET /ui/v1/second-factor': () =>
      aFactorsResponse({ passkeys: kept, recovery_codes_left: kept.length > 0 ? 10 : 0 }),
    [start]: {
      body: {
        data: {
          challenge_id: challengeId,
          challenge: aBase64url('a challenge'),
          rp: { id: 'localhost', name: 'Playhead' },
          user: { id: aBase64url('mira'), name: 'mira@northlight.example', display_name: 'Mira' },
          algorithms: [-7, -257],
          exclude: [],
          timeout_ms: 300_000,
        },
      },
    },
    [add]: ({ body }) => {
      const passkey = aPasskey({ name: (body as { passkey: { name: string } }).passkey.name })
      kept = [passkey]
      return { status: 201, body: { data: { passkey, recovery_codes: recoveryCodes } } }
    },
  }
}

let passkeys: ReturnType<typeof startPasskeys>
beforeEach(() => {
  passkeys = startPasskeys()
})
afterEach(async () => {
  passkeys.stop()
  await stopScreens()
})

const open = async (api = serving(), factors = {}) => {
  const view = await openCard(factors, api)
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a passkey' })
  const name = await within(dialog).findByLabelText<HTMLInputElement>('Name')
  return { ...view, dialog, name }
}

test('by keyboard alone: a name, what the browser made, and recovery codes that stay until they are kept', async () => {
  const { name, requests } = await open()
  expect(document.activeElement).toBe(name)
  expect(name.value).toBe('My passkey')
  await userEvent.clear(name)
  await userEvent.keyboard(' Desk {Enter}')

  const codes = await screen.findByRole('dialog', { name: 'Save your recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(tenCodes)
  expect(listChanges(requests)).toEqual([
    { what: start, body: undefined },
    {
      what: add,
      body: {
        passkey: {
          name: 'Desk',
          challenge_id: challengeId,
          id: 'key-of-mira',
          client_data: aBase64url('client data'),
          attestation: aBase64url('attestation'),
          transports: ['internal'],
        },
      },
    },
  ])
  expect(passkeys.asked).toMatchObject([
    { kind: 'create', publicKey: { rp: { id: 'localhost' }, attestation: 'none' } },
  ])
  const done = within(codes).getByRole<HTMLButtonElement>('button', { name: 'Done' })
  expect(done.disabled).toBe(true)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(codes).getByLabelText('I have saved these codes'))
  await userEvent.click(done)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await screen.findByRole('list', { name: 'Your passkeys' })).textContent).toContain('Desk')
})

test('beside another factor no new recovery codes come, and the dialog closes', async () => {
  await open(serving([]))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('list', { name: 'Your passkeys' })).toBeTruthy()
})

test('a passkey needs a name', async () => {
  const { name, dialog, requests } = await open()
  await userEvent.clear(name)
  await userEvent.keyboard('{Enter}')
  within(dialog).getByText('Name is required')
  expect(listChanges(requests)).toEqual([])
})

test('the second one is offered another name', async () => {
  const { 'GET /ui/v1/second-factor': _, ...api } = serving()
  const { name } = await open(api, { passkeys: [aPasskey()], authenticator_app: anApp() })
  expect(name.value).toBe('My passkey 2')
})

test.each([
  ['NotAllowedError', 'The passkey was not used. Try again when you are ready.'],
  ['InvalidStateError', 'There is a passkey for this account on this device already.'],
  ['UnknownError', 'The passkey could not be used. Please try again.'],
])('a browser that answers %s adds nothing, and a second go can', async (failure, sentence) => {
  passkeys.refuse(failure)
  const { dialog, requests } = await open()
  await userEvent.keyboard('{Enter}')
  await within(dialog).findByText(sentence)
  expect(listChanges(requests).map(({ what }) => what)).toEqual([start])
  passkeys.refuse(undefined)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create passkey' }))
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeTruthy()
})

test('a server that refuses it says why', async () => {
  const { dialog } = await open({ ...serving(), [add]: aRefusal('This passkey was not accepted.') })
  await userEvent.keyboard('{Enter}')
  expect(await within(dialog).findByText('This passkey was not accepted.')).toBeDefined()
})
