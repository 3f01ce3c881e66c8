import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { anApp, aPasskey, listChanges, openCard, passkeyId, aRefusal, tenCodes } from './testing.ts'

const passkeyPath = `/ui/v1/second-factor/passkeys/${passkeyId}`
const appPath = '/ui/v1/second-factor/authenticator-app'
const codesPath = '/ui/v1/second-factor/recovery-codes'

afterEach(stopScreens)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

const isGone = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBeNull())

const rename = async (api: ApiHandlers) => {
  const view = await openCard({ passkeys: [aPasskey()] }, api)
  await press('Rename Work laptop')
  const dialog = await screen.findByRole('dialog', { name: 'Rename the passkey' })
  const name = await within(dialog).findByLabelText<HTMLInputElement>('Name')
  return { ...view, dialog, name }
}

test('a passkey is renamed by keyboard alone', async () => {
  const { name, requests } = await rename({
    [`PUT ${passkeyPath}`]: { body: { data: aPasskey({ name: 'Desk' }) } },
  })
  expect([document.activeElement, name.value]).toEqual([name, 'Work laptop'])
  await userEvent.clear(name)
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Name is required')
  await userEvent.keyboard('Desk{Enter}')
  await isGone('dialog')
  expect(listChanges(requests)).toEqual([
    { what: `PUT ${passkeyPath}`, body: { passkey: { name: 'Desk' } } },
  ])
})

test('a new name that is refused stays, with the reason', async () => {
  const { dialog, name } = await rename({ [`PUT ${passkeyPath}`]: aRefusal('Not now.') })
  await userEvent.type(name, ' 2{Enter}')
  await within(dialog).findByText('Not now.')
  expect(name.value).toBe('Work laptop 2')
})

const removals = [
  ['a passkey', { passkeys: [aPasskey()] }, 'Remove Work laptop', passkeyPath],
  ['the authenticator app', { authenticator_app: anApp() }, 'Remove', appPath],
] as const

test.each(removals)(
  '%s, the last factor, goes after a question that says what goes with it',
  async (_, factors, button, path) => {
    const { requests } = await openCard(
      { ...factors, recovery_codes_left: 10, required_by: ['Northlight TV', 'Harbour'] },
      { [`DELETE ${path}`]: {} },
    )
    await press(button)
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('It is your last second factor')
    expect(question.textContent).toContain('Northlight TV and Harbour will stay closed to you')
    expect(document.activeElement?.textContent).toBe('Cancel')
    await userEvent.keyboard('{Escape}')
    await isGone('alertdialog')
    expect(listChanges(requests)).toEqual([])
    await press(button)
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
    )
    await isGone('alertdialog')
    expect(listChanges(requests)).toEqual([{ what: `DELETE ${path}`, body: undefined }])
  },
)

test.each(removals)(
  '%s that could not be removed keeps its question open',
  async (_, factors, button, path) => {
    await openCard(factors, { [`DELETE ${path}`]: aRefusal('Not now.') })
    await press(button)
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(await within(question).findByText('Not now.')).toBeDefined()
  },
)

test('one of two factors goes without a word about the last', async () => {
  await openCard({ passkeys: [aPasskey()], authenticator_app: anApp() })
  await press('Remove Work laptop')
  expect((await screen.findByRole('alertdialog')).textContent).not.toContain('last second factor')
})

test('new recovery codes come after a question, and are copied as lines', async () => {
  const user = userEvent.setup()
  const { requests } = await openCard(
    { authenticator_app: anApp(), recovery_codes_left: 2 },
    { [`POST ${codesPath}`]: { status: 201, body: { data: { recovery_codes: tenCodes } } } },
  )
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }))
  const question = await screen.findByRole('dialog', { name: 'Make new recovery codes?' })
  expect(document.activeElement?.textContent).toBe('Cancel')
  expect(listChanges(requests)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Make new codes' }))
  const codes = await screen.findByRole('dialog', { name: 'Save your recovery codes' })
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10)
  expect(listChanges(requests).map(({ what }) => what)).toEqual([`POST ${codesPath}`])
  await user.click(within(codes).getByRole('button', { name: /Copy all/ }))
  expect(await navigator.clipboard.readText()).toBe(tenCodes.join('\n'))
})

test('new recovery codes that are refused leave the question open', async () => {
  await openCard(
    { authenticator_app: anApp(), recovery_codes_left: 2 },
    { [`POST ${codesPath}`]: aRefusal('Not now.') },
  )
  await press('Make new codes')
  const question = await screen.findByRole('dialog', { name: 'Make new recovery codes?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Make new codes' }))
  expect(await within(question).findByText('Not now.')).toBeDefined()
})
