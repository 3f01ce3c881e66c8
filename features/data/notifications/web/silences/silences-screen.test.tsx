import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
import { Screen } from './silences-screen.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const path = '/ui/v1/silences'
const id = (last: number) => `99999999-9999-4999-8999-${String(last).padStart(12, '0')}`
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const aSilence = (number: number, overrides: object = {}) => ({
  id: id(number),
  note: `Silence ${number}`,
  starts_at: hoursFromNow(-1),
  ends_at: hoursFromNow(1),
  repeats: null as string | null,
  time_zone: null as string | null,
  rule_ids: null as string[] | null,
  matches: [] as object[],
  is_active: true,
  incidents: 0,
  created_by: 'mira@northlight.example',
  created_at: hoursFromNow(-2),
  ...overrides,
})

const planned = { starts_at: hoursFromNow(2), ends_at: hoursFromNow(3), is_active: false }
const ended = { starts_at: hoursFromNow(-3), ends_at: hoursFromNow(-2), is_active: false }

/** A server that stores what is written. */
const server = (...given: ReturnType<typeof aSilence>[]) => {
  let rows = given
  const api: ApiHandlers = {
    [`GET ${path}`]: () => ({
      body: { data: rows, total_row_count: rows.length, page: 1, limit: 100 },
    }),
    [`POST ${path}`]: ({ body }) => {
      rows = [aSilence(9, (body as { silence: object }).silence), ...rows]
      return { status: 201, body: { data: rows[0] } }
    },
    'GET /ui/v1/alert-rules': {
      body: { data: [], total_row_count: 0 },
    },
  }
  for (const { id: known } of given) {
    const change = (changes: object) => {
      rows = rows.map((one) => (one.id === known ? { ...one, ...changes } : one))
      return { body: { data: rows.find((one) => one.id === known) } }
    }
    api[`PUT ${path}/${known}`] = ({ body }) => change((body as { silence: object }).silence)
    api[`PATCH ${path}/${known}`] = ({ body }) =>
      change({ ...(body as { silence: object }).silence, is_active: false })
    api[`DELETE ${path}/${known}`] = () => {
      rows = rows.filter((one) => one.id !== known)
      return { status: 204 }
    }
  }
  return api
}

const open = (api: ApiHandlers, { isAdmin = true, alertingV2 = true, search = '' } = {}) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(
    () => (
      <>
        <Screen />
        <ToastRegion />
      </>
    ),
    {
      address: '/organizations/$organizationId/environments/$environmentId/alerts/silences',
      href: `/organizations/${ids.organization}/environments/${ids.environment}/alerts/silences${search}`,
      session: aSession({
        organization,
        organizations: [organization],
        featureFlags: { alertingV2 },
      }),
      api,
    },
  )
}

const listNames = () =>
  screen.getAllByText(/^(Silence \d|Silence without a note)$/).map(({ textContent }) => textContent)

const pressAction = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

const findDialog = async () => within(await screen.findByRole('dialog'))

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('silences that are active come first, then planned ones by their start, then those that ended last', async () => {
  await open(
    server(
      aSilence(1, { ...ended, ends_at: hoursFromNow(-2.5) }),
      aSilence(2, ended),
      aSilence(3, { ...planned, starts_at: hoursFromNow(2.5) }),
      aSilence(4, planned),
      aSilence(5, { note: '', incidents: 1 }),
      aSilence(6, { starts_at: hoursFromNow(-2), incidents: 3 }),
      aSilence(7, { ...ended, repeats: 'daily', time_zone: 'UTC' }),
    ),
  )
  await screen.findByText('Silence 6')
  expect(listNames()).toEqual([
    'Silence 6',
    'Silence without a note',
    'Silence 7',
    'Silence 4',
    'Silence 3',
    'Silence 2',
    'Silence 1',
  ])
  expect((await rowOf(/Silence 6/)).getByText('3 incidents')).toBeTruthy()
  expect((await rowOf(/without a note/)).getByText('1 incident')).toBeTruthy()
  expect((await rowOf(/Silence 7/)).getByText('Planned')).toBeTruthy()
})

test('a row says when it holds back and what, with the names of rules', async () => {
  const api = server(
    aSilence(1, {
      starts_at: '2026-11-24T21:00:00.000Z',
      ends_at: '2026-11-25T03:00:00.000Z',
      repeats: 'weekly',
      time_zone: 'Europe/Berlin',
      rule_ids: [id(70), id(71)],
      matches: [{ name: 'cdn', value: 'fastly' }],
    }),
  )
  const rule = { id: id(70), display_name: 'Failures' }
  await open({
    ...api,
    'GET /ui/v1/alert-rules': { body: { data: [rule], total_row_count: 1 } },
  })
  expect(await screen.findByText('Every Tuesday, 22:00 to 04:00, Europe/Berlin')).toBeTruthy()
  expect(await screen.findByText('Failures, Deleted rule; CDN is Fastly')).toBeTruthy()
})

test('without the flag of rules their number is shown, and no rule is called deleted', async () => {
  await open(server(aSilence(1, { rule_ids: [id(70)] })), { alertingV2: false })
  expect(await screen.findByText('1 rule')).toBeTruthy()
})

test('the address narrows the list to a state', async () => {
  const { router } = await open(server(aSilence(1), aSilence(2, planned)), {
    search: '?state=planned',
  })
  expect(await screen.findByText('Silence 2')).toBeTruthy()
  expect(listNames()).toEqual(['Silence 2'])
  await userEvent.click(screen.getByRole('radio', { name: 'Ended' }))
  expect(await screen.findByText('No silences found')).toBeTruthy()
  expect(router.state.location.search).toEqual({ state: 'ended' })
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(listNames()).toEqual(['Silence 1', 'Silence 2']))
})

test('a new silence of an hour is written with its start, its end and its values', async () => {
  const { requests } = await open(server())
  expect(await screen.findByText('No silences yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New silence' }))
  const dialog = await findDialog()
  await userEvent.type(dialog.getByLabelText('Note'), 'Encoder upgrade')
  for (const name of ['Start date', 'Start time', 'End date', 'End time'])
    expect(dialog.getByRole('group', { name })).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: '4 hours' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add a value' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Value' }), 'fastly{Tab}')
  await userEvent.click(dialog.getByRole('button', { name: 'Create silence' }))
  expect(await dialog.findByText('Add this value, or cancel it')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.tab()
  await userEvent.click(dialog.getByRole('button', { name: 'Add value' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Create silence' }))
  expect(await screen.findByText('Silence created')).toBeTruthy()
  const { silence } = requests.find(({ method }) => method === 'POST')!.body as {
    silence: ReturnType<typeof aSilence>
  }
  expect(silence).toMatchObject({
    note: 'Encoder upgrade',
    repeats: null,
    rule_ids: null,
    matches: [{ name: 'cdn', value: 'fastly' }],
  })
  expect(Date.parse(silence.ends_at) - Date.parse(silence.starts_at)).toBe(4 * 3_600_000)
  expect(Math.abs(Date.parse(silence.starts_at) - Date.now())).toBeLessThan(120_000)
  expect(await screen.findByText('All rules; CDN is Fastly')).toBeTruthy()
})

test('an end before the start, and no rule, are refused in the form', async () => {
  const { requests } = await open(
    server(aSilence(1, { ends_at: hoursFromNow(-1.5), rule_ids: [id(70)] })),
  )
  await pressAction('Silence 1', 'Edit')
  const dialog = await findDialog()
  await userEvent.click(dialog.getByRole('radio', { name: 'All rules' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Some rules' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('A silence must end after it starts.')).toBeTruthy()
  expect(dialog.getByText('Choose at least one rule')).toBeTruthy()
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
})

test('an edited silence keeps what was not touched', async () => {
  const given = aSilence(1, {
    starts_at: '2026-11-24T21:00:00.000Z',
    ends_at: '2026-11-25T03:00:00.000Z',
    repeats: 'daily',
    time_zone: 'Europe/Berlin',
    matches: [{ name: 'country', value: 'DE' }],
  })
  const { requests } = await open(server(given))
  await pressAction('Silence 1', 'Edit')
  const dialog = await findDialog()
  await userEvent.clear(dialog.getByLabelText('Note'))
  await userEvent.type(dialog.getByLabelText('Note'), 'Night')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Silence updated')).toBeTruthy()
  const { starts_at, ends_at, repeats, time_zone, rule_ids, matches } = given
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    silence: { note: 'Night', starts_at, ends_at, repeats, time_zone, rule_ids, matches },
  })
})

test('an active silence is ended now, and one that repeats or is planned is not', async () => {
  const { requests } = await open(
    server(aSilence(1), aSilence(2, { repeats: 'daily', time_zone: 'UTC' })),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Silence 2' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'End now' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await pressAction('Silence 1', 'End now')
  expect(await screen.findByText('The silence has ended')).toBeTruthy()
  const { silence } = requests.find(({ method }) => method === 'PATCH')!.body as {
    silence: { ends_at: string }
  }
  expect(Object.keys(silence)).toEqual(['ends_at'])
  expect(Math.abs(Date.parse(silence.ends_at) - Date.now())).toBeLessThan(60_000)
})

test('a silence is deleted after a question', async () => {
  await open(server(aSilence(1)))
  await pressAction('Silence 1', 'Delete')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Silence 1')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete silence' }))
  expect(await screen.findByText('Silence deleted')).toBeTruthy()
  expect(await screen.findByText('No silences yet')).toBeTruthy()
})

test('members read silences and change nothing', async () => {
  await open(server(aSilence(1)), { isAdmin: false })
  expect(await screen.findByText('Silence 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /New silence|Actions/ })).toBeNull()
})

test('a list that cannot be loaded says so and is asked again', async () => {
  let isFailing = true
  const api = server(aSilence(1))
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
  expect(await screen.findByText('Silence 1')).toBeTruthy()
})
