import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { SessionsCard } from './sessions-card.tsx'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const session = (given: Record<string, unknown>) => ({
  id: crypto.randomUUID(),
  current: false,
  browser: 'Safari',
  operating_system: 'iOS',
  network: '198.51.100.0/24',
  created_at: hoursAgo(50),
  last_used_at: hoursAgo(3),
  expires_at: hoursAgo(-700),
  ...given,
})
const present = session({ current: true, browser: 'Firefox', operating_system: 'Linux' })
const phone = session({})
const unknown = session({ browser: null, operating_system: null, network: null })

const list = 'GET /ui/v1/sessions'

/** A server that keeps the sessions which have not been ended. */
const serving = (...rows: { id: string; current: boolean }[]): ApiHandlers => {
  let kept = rows
  return {
    [list]: () => ({ body: { data: kept } }),
    'DELETE /ui/v1/other-sessions': () => {
      kept = kept.filter(({ current }) => current)
      return {}
    },
    ...Object.fromEntries(
      rows.map(({ id }) => [
        `DELETE /ui/v1/sessions/${id}`,
        () => {
          kept = kept.filter((row) => row.id !== id)
          return {}
        },
      ]),
    ),
  }
}

const open = (api: ApiHandlers) => openScreen(SessionsCard, { api })
const rows = () => screen.findAllByRole('listitem')

beforeEach(() => toasts.clear())
afterEach(stopScreens)

test('each row says device, network and last use; the present one is marked and has no End', async () => {
  await open(serving(present, phone, unknown))
  const [first, second, third] = await rows()
  expect(first!.textContent).toContain('Firefox on Linux')
  expect(first!.textContent).toContain('This one')
  expect(within(first!).queryByRole('button')).toBeNull()
  expect(second!.textContent).toMatch(/Safari on iOS.*Used 3 hours ago from 198\.51\.100\.0\/24/)
  expect(second!.textContent).not.toContain('This one')
  expect(third!.textContent).toContain('Unknown browser')
})

test('one session ends with its button and leaves the list', async () => {
  const { requests } = await open(serving(present, phone))
  await userEvent.click(await screen.findByRole('button', { name: 'End Safari on iOS' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/ui/v1/sessions/${phone.id}`,
  ])
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull()
})

test('all others end after a question, and cancelling ends none', async () => {
  const { requests } = await open(serving(present, phone, unknown))
  await userEvent.click(await screen.findByRole('button', { name: 'End all others' }))
  let dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }))
  dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'End all others' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(toasts.list()).toMatchObject([{ title: 'All other sessions ended' }])
})

test('the dialog shows a refusal', async () => {
  await open({
    ...serving(present, phone),
    'DELETE /ui/v1/other-sessions': {
      status: 403,
      body: { error: { type: 'forbidden', messages: ['Not now.'] } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'End all others' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'End all others' }))
  expect(await within(dialog).findByText('Not now.')).toBeDefined()
})

test('a list that does not load says why and can be asked for again', async () => {
  let isUp = false
  await open({
    [list]: () =>
      isUp
        ? { body: { data: [present] } }
        : { status: 403, body: { error: { type: 'forbidden', messages: ['Not yet.'] } } },
  })
  await screen.findByText('Not yet.')
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: /try again/i }))
  expect(await rows()).toHaveLength(1)
})
