import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { MutesCard } from './mutes-card.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const path = '/ui/v1/incident-notification-rules'
const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`

const aMute = (number: number, overrides: object = {}) => ({
  id: id(number),
  rules: [
    { name: 'cdn', value: 'fastly' },
    { name: 'country', value: number === 1 ? 'DE' : '' },
  ],
  status: 'active',
  action: 'reject',
  created_by: 'mira@northlight.example',
  created_at: '2099-01-01T00:00:00.000Z',
  ...overrides,
})

/** A server that stores what is written. */
const server = (...given: ReturnType<typeof aMute>[]) => {
  let rows = given
  const api: ApiHandlers = {
    [`GET ${path}`]: () => ({
      body: { data: rows, total_row_count: rows.length, page: 1, limit: 100 },
    }),
  }
  for (const { id: known } of given) {
    const set = (action: string) => () => {
      rows = rows.map((one) => (one.id === known ? { ...one, action } : one))
      return { body: { data: rows.find((one) => one.id === known) } }
    }
    api[`POST ${path}/${known}/mute`] = set('reject')
    api[`POST ${path}/${known}/unmute`] = set('allow')
    api[`DELETE ${path}/${known}`] = () => {
      rows = rows.filter((one) => one.id !== known)
      return { status: 204 }
    }
  }
  return api
}

const open = (api: ApiHandlers) =>
  openScreen(
    () => (
      <>
        <MutesCard />
        <ToastRegion />
      </>
    ),
    {
      address: '/organizations/$organizationId/environments/$environmentId/alerts/silences',
      href: `/organizations/${ids.organization}/environments/${ids.environment}/alerts/silences`,
      api,
    },
  )

const german = 'CDN is Fastly; Country is Germany'

const pressAction = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('ALRT-042 silenced values are listed, unsilenced and silenced again', async () => {
  const { requests } = await open(server(aMute(1), aMute(2, { action: 'allow' })))
  const row = within(await screen.findByRole('row', { name: new RegExp(german) }))
  expect(row.getByText('Silenced')).toBeTruthy()
  expect(row.getByText('mira@northlight.example')).toBeTruthy()
  expect(screen.getByText('CDN is Fastly; Country is Unknown')).toBeTruthy()
  expect(screen.getAllByText('Not silenced')).toHaveLength(1)
  await pressAction(german, 'Unsilence')
  await waitFor(() => expect(screen.getAllByText('Not silenced')).toHaveLength(2))
  expect(await screen.findByText('Incidents unsilenced')).toBeTruthy()
  await pressAction(german, 'Silence')
  await waitFor(() => expect(screen.getAllByText('Not silenced')).toHaveLength(1))
  expect(requests.filter(({ method }) => method === 'POST').map((one) => one.path)).toEqual([
    `${path}/${id(1)}/unmute`,
    `${path}/${id(1)}/mute`,
  ])
})

test('silenced values are deleted after a question', async () => {
  const { requests } = await open(server(aMute(1)))
  await pressAction(german, 'Delete')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(german)).toBeTruthy()
  expect(dialog.getByText(/are sent if their incident is still open/)).toBeTruthy()
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete silenced values' }))
  expect(await screen.findByText('Silenced values deleted')).toBeTruthy()
  expect(await screen.findByText('No silenced values')).toBeTruthy()
})

test('a full list says what to do', async () => {
  const all = Array.from({ length: 100 }, (_, number) => aMute(number + 1))
  await open({
    [`GET ${path}`]: ({ search }) => ({
      body: {
        data:
          search.get('page') === '2'
            ? all.map((one) => ({ ...one, id: `${one.id.slice(0, -3)}9${one.id.slice(-2)}` }))
            : all,
        total_row_count: 200,
        page: 1,
        limit: 100,
      },
    }),
  })
  expect(await screen.findByText(/can have 200: delete one to silence others/)).toBeTruthy()
})

test('a list that cannot be loaded says so and is asked again', async () => {
  let isFailing = true
  const api = server(aMute(1))
  const list = api[`GET ${path}`] as () => { body: object }
  await open({
    ...api,
    [`GET ${path}`]: () =>
      isFailing
        ? { status: 500, body: { error: { type: 'server_error', messages: ['It failed.'] } } }
        : list(),
  })
  const again = await screen.findByRole('button', { name: /Try again|Retry/ })
  isFailing = false
  await userEvent.click(again)
  expect(await screen.findByText(german)).toBeTruthy()
})
