import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { anApp, listChanges, aFactorsResponse, openCard, aRefusal, tenCodes } from './testing.ts'

const start = 'POST /ui/v1/second-factor/authenticator-app/start'
const add = 'POST /ui/v1/second-factor/authenticator-app'
const secret = 'JBSWY3DPEHPK3PXP'
const made = { body: { data: { secret, uri: `otpauth://totp/Playhead:mira?secret=${secret}` } } }

/** A server that accepts one code. */
const serving = (): ApiHandlers => {
  let isOn = false
  return {
    'GET /ui/v1/second-factor': () =>
      aFactorsResponse(isOn ? { authenticator_app: anApp(), recovery_codes_left: 10 } : {}),
    [start]: made,
    [add]: ({ body }) => {
      isOn = (body as { authenticator_app: { code: string } }).authenticator_app.code === '123456'
      return isOn
        ? { status: 201, body: { data: { recovery_codes: tenCodes } } }
        : aRefusal('This code is wrong.', { code: ['This code is wrong.'] })
    },
  }
}

const open = async (api: ApiHandlers = serving()) => {
  const view = await openCard({}, api)
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' })
  return { ...view, dialog }
}

afterEach(stopScreens)

test('shows the key as a picture and in groups of four to type', async () => {
  const { dialog } = await open()
  const picture = await within(dialog).findByRole('img', {
    name: 'QR code for your authenticator app',
  })
  // Dark on white in both themes, otherwise cameras cannot read it.
  expect(picture.querySelector('rect')?.getAttribute('fill')).toBe('#fff')
  expect(dialog.textContent).toContain('JBSW Y3DP EHPK 3PXP')
})

test('by keyboard alone: a code, one that is wrong, the right one, and recovery codes', async () => {
  const { dialog, requests } = await open()
  const code = await within(dialog).findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  await userEvent.keyboard('12 34{Enter}')
  await within(dialog).findByText('Type the six digits')
  expect(listChanges(requests).map(({ what }) => what)).toEqual([start])

  await userEvent.clear(code)
  await userEvent.keyboard('654321{Enter}')
  await within(dialog).findByText('This code is wrong.')
  expect(document.activeElement).toBe(code)

  await userEvent.clear(code)
  await userEvent.keyboard('123456{Enter}')
  const codes = await screen.findByRole('dialog', { name: 'Save your recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
  expect(listChanges(requests).at(-1)).toEqual({
    what: add,
    body: { authenticator_app: { code: '123456' } },
  })
  await userEvent.click(within(codes).getByLabelText('I have saved these codes'))
  await userEvent.click(within(codes).getByRole('button', { name: 'Done' }))
  expect(await screen.findByText(/^On since/)).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a key that could not be made says why, and is asked for once more', async () => {
  let isUp = false
  const { dialog } = await open({
    ...serving(),
    [start]: () => (isUp ? made : aRefusal('Not at the moment.')),
  })
  await within(dialog).findByText('Not at the moment.')
  isUp = true
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByRole('img')).toBeTruthy()
})

test('cancelled, nothing is added', async () => {
  const { dialog, requests } = await open()
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(listChanges(requests).map(({ what }) => what)).toEqual([start])
})
