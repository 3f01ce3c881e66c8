import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { CalendarDate } from '@playhead/ui/calendar/calendar-date.ts'
import { Screen } from './access-tokens-screen.tsx'
import { lifetimeError, validUntilOf } from './lifetime.ts'
import { expiry, lastUse } from './token-use.ts'

const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()

const token = (name: string, given: Record<string, unknown>) => ({
  id: crypto.randomUUID(),
  name,
  environment_id: ids.environment,
  environment_name: 'Production',
  environment_type: 'production',
  permissions: ['data:read'],
  created_at: '2026-03-04T12:00:00.000Z',
  created_by_user_email: null,
  last_used_at: null,
  valid_until: null,
  expires_at: null,
  ...given,
})

const open = (rows: unknown[]) =>
  openScreen(Screen, {
    address: '/organizations/$organizationId/settings/access-tokens',
    href: `/organizations/${ids.organization}/settings/access-tokens`,
    api: {
      'GET /ui/v1/access-tokens': {
        body: { data: rows, total_row_count: rows.length, page: 1, limit: 25 },
      },
      'POST /ui/v1/access-tokens': {
        status: 201,
        body: { data: { id: crypto.randomUUID(), name: 'Production', private_key: 'secret' } },
      },
    },
  })

beforeEach(() => toasts.clear())
afterEach(stopScreens)

test('each row says when it was used last and when it ends', async () => {
  await open([
    token('Fresh', {}),
    token('Busy', { last_used_at: ago(3), valid_until: ago(-20 * 24 + 1) }),
    token('Over', { last_used_at: ago(5), valid_until: ago(1) }),
  ])
  const row = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent
  expect(await row(/Fresh/)).toContain('Never used')
  expect(await row(/Busy/)).toMatch(/3 hours ago.*Expires in 20 days/)
  expect(await row(/Over/)).toMatch(/5 hours ago.*Expired /)
})

test('a token is made with the lifetime that was chosen', async () => {
  const { requests } = await open([])
  await userEvent.click((await screen.findAllByRole('button', { name: /Generate new token/ }))[0]!)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Data' }))
  await userEvent.click(within(dialog).getByRole('button', { name: /Expires/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'In 90 days' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Generate token' }))
  await screen.findByRole('dialog', { name: 'Your new access token' })
  const sent = requests.find(({ method }) => method === 'POST')!.body as {
    access_token: { valid_until: string }
  }
  const days = (Date.parse(sent.access_token.valid_until) - Date.now()) / (24 * hourMs)
  expect(days).toBeGreaterThan(89.9)
  expect(days).toBeLessThanOrEqual(90)
})

test('a date has to be chosen where one was promised', async () => {
  const { requests } = await open([])
  await userEvent.click((await screen.findAllByRole('button', { name: /Generate new token/ }))[0]!)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Data' }))
  await userEvent.click(within(dialog).getByRole('button', { name: /Expires/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'On a date' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Generate token' }))
  expect(await within(dialog).findByText('Choose a date.')).toBeDefined()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('the chosen day is the last one, and one that has passed is refused', () => {
  const now = new Date(2026, 10, 22, 12)
  const chosen = (day: number) =>
    ({ lifetime: 'date', date: new CalendarDate(2026, 11, day) }) as const
  expect(validUntilOf(chosen(22), now)).toBe(new Date(2026, 10, 23).toISOString())
  expect(lifetimeError(chosen(22), now)).toBeUndefined()
  expect(lifetimeError(chosen(21), now)).toBe('Choose a date in the future.')
})

test('a near end is shown in days', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const ends = (validUntil: string | null) => expiry({ validUntil }, now)
  expect(ends(null)).toBeUndefined()
  expect(ends('2026-11-23T11:00:00Z')).toBe('Expires in a day')
  expect(ends('2027-11-22T12:00:00Z')).toBe('Expires Nov 22, 2027')
  expect(lastUse({ lastUsedAt: null }, now)).toBe('Never used')
})
