import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import { pointAt } from '@playhead/web-kit/testing-pointer.ts'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './errors-screen.tsx'

const place = `/organizations/${ids.organization}/environments/${ids.environment}`
const timeframe = [1_795_187_160, 1_795_273_560]

const row = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  code: null,
  count: 31,
  description: null,
  last_seen: '2026-03-04T12:00:00.000Z',
  message: 'The license was refused',
  notes: null,
  percentage: 1.4116,
  player_error_code: 'keySystemError',
  ...more,
})

const listOf = (rows: unknown[], total = rows.length) => ({
  body: { data: rows, timeframe, total_row_count: total, page: 1, limit: 25 },
})

const open = (api: ApiHandlers = {}, { search = '', isAdmin = true, featureFlags = {} } = {}) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(Screen, {
    address: '/organizations/$organizationId/environments/$environmentId/errors',
    href: `${place}/errors${search}`,
    session: aSession({ organization, organizations: [organization], featureFlags }),
    api: { 'GET /data/v1/errors': listOf([row(4711)]), ...api },
  })
}

afterEach(stopScreens)

test('VIEW-016 the list shows code, message, count, percentage and when it was last seen', async () => {
  const { requests } = await open(
    { 'GET /data/v1/errors': listOf([row(1, { count: 1_284 }), row(2, { message: null })]) },
    { search: '?timeframe[]=7:days&filters[]=country:US' },
  )
  const [first, second] = await screen.findAllByRole('row', { name: /keySystem/ })
  expect(
    within(first!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['The license was refused', '1,284', '1.41 %', 'Mar 4, 2026, 12:00'])
  expect(second!.textContent).toContain('No message')
  expect(screen.getByText('1–2 of 2')).toBeTruthy()
  const { search } = requests.find(({ path }) => path === '/data/v1/errors')!
  expect(search.getAll('timeframe[]')).toEqual(['7:days'])
  expect(search.getAll('filters[]')).toEqual(['country:US'])
})

test('the page navigation appears only with the rows, so that nothing shifts', async () => {
  await open()
  expect(await screen.findByRole('table', { name: 'Errors' })).toBeTruthy()
  expect(screen.queryByText(/^\d+(–\d+)? of \d+$/)).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Pages of errors' })).toBeNull()
  expect(await screen.findByRole('navigation', { name: 'Pages of errors' })).toBeTruthy()
})

test('VIEW-016 it is sorted and paged, and the address says how', async () => {
  const { requests, router } = await open({
    'GET /data/v1/errors': listOf([row(4711)], 60),
  })
  const asked = () => requests.filter(({ path }) => path === '/data/v1/errors').at(-1)!.search
  await screen.findByRole('row', { name: /keySystem/ })
  expect([asked().get('order_by'), asked().get('order_direction')]).toEqual(['count', 'desc'])
  await userEvent.click(screen.getByRole('button', { name: 'Last seen' }))
  await waitFor(() => expect(asked().get('order_by')).toBe('last_seen'))
  await userEvent.click(screen.getByRole('button', { name: 'Last seen' }))
  await waitFor(() => expect(asked().get('order_direction')).toBe('asc'))
  await userEvent.click(screen.getByRole('link', { name: 'Page 3' }))
  await waitFor(() => expect(asked().get('page')).toBe('3'))
  expect(router.state.location.search).toEqual({
    order_by: 'last_seen',
    order_direction: 'asc',
    page: '3',
  })
})

test('VIEW-019 a code longer than ten characters is cut, and its hint says all of it', async () => {
  await open({
    'GET /data/v1/errors': listOf([row(1), row(2, { player_error_code: 'mediaError' })]),
  })
  const link = await screen.findByRole('link', {
    name: 'keySystemError: The license was refused',
  })
  expect(link.textContent).toBe('keySystemE…')
  expect(screen.getByRole('link', { name: /^mediaError/ }).textContent).toBe('mediaError')
  await pointAt(link)
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'keySystemError: The license was refused',
  )
})

test('VIEW-018 admins, and only them, are led to the configurations', async () => {
  const first = await open()
  await screen.findByRole('row', { name: /keySystem/ })
  expect(screen.getByRole('link', { name: 'Edit Error Configurations' }).getAttribute('href')).toBe(
    `${place}/settings/categorize-errors`,
  )
  first.unmount()
  await open({}, { isAdmin: false })
  await screen.findByRole('row', { name: /keySystem/ })
  expect(screen.queryByRole('link', { name: 'Edit Error Configurations' })).toBeNull()
})

test('VIEW-016 VIEW-017 a press anywhere on a row opens the error with the same question', async () => {
  const { router } = await open({}, { search: '?timeframe[]=7:days' })
  await userEvent.click(await screen.findByText('The license was refused'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${place}/errors/4711`))
  expect(router.state.location.search).toEqual({ timeframe: ['7:days'] })
})

test('the rows are walked and opened by key', async () => {
  const { router } = await open({ 'GET /data/v1/errors': listOf([row(1), row(2)]) })
  const [first] = await screen.findAllByRole('link', { name: /keySystemError: / })
  first!.focus()
  await userEvent.keyboard('j{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`${place}/errors/2`))
})

test('a code adds itself as a filter, and excludes itself with Alt', async () => {
  const { router } = await open()
  const user = userEvent.setup()
  const button = await screen.findByRole('button', { name: 'Filter by keySystemError' })
  await user.keyboard('{Alt>}')
  await user.click(button)
  await user.keyboard('{/Alt}')
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      filters: ['!player_error_code:keySystemError'],
    }),
  )
})

test('without errors the list says what would be here, and takes filters away that hide them', async () => {
  const { router } = await open(
    {
      'GET /data/v1/errors': ({ search }: ReceivedRequest) =>
        listOf(search.has('filters[]') ? [] : [row(4711)]),
    },
    { search: '?filters[]=country:US' },
  )
  expect(await screen.findByText('No errors match these filters')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
  expect(await screen.findByRole('row', { name: /keySystem/ })).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('TIME-008 historical ranges have no single errors, so no request is made', async () => {
  const { requests } = await open(
    {},
    { search: '?timeframe[]=6:months', featureFlags: { historicalMetrics: true } },
  )
  expect(
    await screen.findByText('Errors aren’t available for the selected time range'),
  ).toBeTruthy()
  expect(requests.some(({ path }) => path === '/data/v1/errors')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Show the last 24 hours' }))
  expect(await screen.findByRole('row', { name: /keySystem/ })).toBeTruthy()
})

test('a list that cannot be read says why and can be asked for again', async () => {
  let isAway = true
  await open({
    'GET /data/v1/errors': () =>
      isAway
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
        : listOf([row(4711)]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /keySystem/ })).toBeTruthy()
})
