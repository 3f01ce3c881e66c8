import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customDimensionIds } from '@playhead/metrics/dimensions.ts'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './custom-dimensions-screen.tsx'

const address = '/ui/v1/custom-dimensions'

const listOf = (named: Record<string, [name: string, category: string]> = {}) => ({
  body: {
    data: customDimensionIds.map((id) => ({
      id,
      display_name: named[id]?.[0] ?? null,
      category: named[id]?.[1] ?? 'custom',
    })),
    total_row_count: customDimensionIds.length,
  },
})

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers, isAdmin = true) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(WithToasts, {
    address: '/organizations/$organizationId/settings/custom-dimensions',
    href: `/organizations/${ids.organization}/settings/custom-dimensions`,
    session: aSession({ organization, organizations: [organization] }),
    api,
  })
}

const nameField = (id: string) => screen.findByLabelText<HTMLInputElement>(`Display name of ${id}`)

beforeEach(() => toasts.clear())
afterEach(stopScreens)

test('ACCT-079 administrators name custom dimensions, place them, and send only what they changed', async () => {
  let named: Record<string, [string, string]> = { custom_2: ['Player kind', 'custom'] }
  const { requests } = await open({
    [`GET ${address}`]: () => listOf(named),
    [`PUT ${address}`]: () => {
      named = { custom_1: ['Team', 'video_metadata'] }
      return listOf(named)
    },
  })
  await userEvent.type(await nameField('custom_1'), 'Team')
  const row = (await nameField('custom_1')).closest('tr')!
  await userEvent.click(within(row).getByRole('button', { name: /Category of custom_1$/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Video metadata' }))
  await userEvent.clear(await nameField('custom_2'))
  expect(screen.getByText('2 changes not saved')).toBeTruthy()
  await userEvent.click(screen.getByText('Save'))
  expect(await screen.findByText('Custom dimensions saved')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PUT')!.body).toEqual({
    custom_dimensions: [
      { id: 'custom_1', display_name: 'Team', category: 'video_metadata' },
      { id: 'custom_2', display_name: null, category: 'custom' },
    ],
  })
  await waitFor(async () => expect((await nameField('custom_1')).value).toBe('Team'))
  expect(screen.queryByText('Save')).toBeNull()
})

test('ACCT-079 typed changes can be discarded, and typing the old name back is no change', async () => {
  await open({ [`GET ${address}`]: listOf({ custom_1: ['Team', 'custom'] }) })
  const field = await nameField('custom_1')
  await userEvent.type(field, 's')
  expect(screen.getByText('1 change not saved')).toBeTruthy()
  await userEvent.type(field, '{Backspace}')
  expect(screen.queryByText('Save')).toBeNull()
  await userEvent.type(field, 's')
  await userEvent.click(screen.getByText('Discard'))
  expect(field.value).toBe('Team')
})

test('ACCT-079 a refusal keeps the typed values and says why', async () => {
  await open({
    [`GET ${address}`]: listOf(),
    [`PUT ${address}`]: {
      status: 409,
      body: { error: { type: 'conflict', messages: ['Somebody else is saving.'] } },
    },
  })
  await userEvent.type(await nameField('custom_3'), 'Region')
  await userEvent.click(screen.getByText('Save'))
  expect(await screen.findByText('Somebody else is saving.')).toBeTruthy()
  expect((await nameField('custom_3')).value).toBe('Region')
})

test('ACCT-079 members read the names of all custom dimensions and change none', async () => {
  await open({ [`GET ${address}`]: listOf({ custom_1: ['Team', 'player'] }) }, false)
  const row = await screen.findByRole('row', { name: /custom_1 Team/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Team', 'Player'])
  expect(screen.getAllByRole('row')).toHaveLength(customDimensionIds.length + 1)
  expect(document.querySelector('input')).toBeNull()
  expect(screen.queryByText('Save')).toBeNull()
})

test('names that cannot be read say why and can be asked for again', async () => {
  let isAway = true
  await open({
    [`GET ${address}`]: () =>
      isAway
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
        : listOf(),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await nameField('custom_1')).toBeTruthy()
})
