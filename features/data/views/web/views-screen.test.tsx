import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { aListedView, aListResponse } from './fixtures/testing-responses.ts'
import { Screen } from './views-screen.tsx'

const list = 'GET /data/v1/video-views'
const errors = 'GET /data/v1/errors'
const base = `/organizations/${ids.organization}/environments/${ids.environment}`

const anError = {
  id: 77,
  code: 502,
  count: 12,
  description: null,
  last_seen: '2026-11-21T12:00:00.000Z',
  message: 'Bad gateway',
  notes: null,
  percentage: 3,
  player_error_code: '502',
}

const open = (api: ApiHandlers, search = '', session = aSession()) =>
  openScreen(Screen, {
    address: '/organizations/$organizationId/environments/$environmentId/views',
    href: `${base}/views${search}`,
    session,
    api: {
      [errors]: {
        body: { data: [anError], timeframe: [0, 1], total_row_count: 1, page: 1, limit: 50 },
      },
      ...api,
    },
  })

type Opened = Awaited<ReturnType<typeof open>>
const asked = ({ requests }: Opened) =>
  requests.filter(({ method, path }) => method === 'GET' && path === '/data/v1/video-views')
const lastAsked = (opened: Opened) => asked(opened).at(-1)?.search

afterEach(stopScreens)

test('VIEW-001 VIEW-002 VIEW-003 VIEW-004 views are listed 25 at a time with what is asked for first', async () => {
  const rows = [
    aListedView(),
    aListedView({
      id: 'view-2',
      video_title: 'Night Train North',
      player_error_code: 'MEDIA_ERR_SRC_NOT_SUPPORTED',
      playback_failure: true,
      viewer_experience_score: null,
    }),
  ]
  const opened = await open({ [list]: aListResponse(rows, 1_234) })
  const row = await screen.findByRole('row', { name: /Witness 14/ })
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(titles).toEqual([
    'View end',
    'Title',
    'Watch time',
    'Application',
    'OS family',
    'Country',
    'Error',
    'Score',
  ])
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['1 hour ago', '8:06', 'Firefox', 'Windows', 'Germany', '–', '91.30'])
  const failed = screen.getByRole('row', { name: /Night Train North/ })
  expect(within(failed).getByText('MEDIA_ERR_…')).toBeTruthy()
  expect(within(failed).getByText('N/A')).toBeTruthy()
  expect(screen.getByText('1,234 views ended in the timeframe')).toBeTruthy()
  expect(screen.getByText('1–25 of 1,234')).toBeTruthy()
  const search = lastAsked(opened)
  expect(search?.getAll('timeframe[]')).toEqual(['24:hours'])
  expect([search?.get('page'), search?.get('limit')]).toEqual(['1', '25'])
})

test('VIEW-004 filters, timeframe, search and page of the address are asked for, and paging goes on from there', async () => {
  const opened = await open(
    { [list]: aListResponse([aListedView()], 70) },
    '?timeframe[]=7:days&filters[]=!country:US&metric_filters[]=video_startup_time>=1000&viewer_id=ann&error_id=any&page=2',
  )
  await screen.findByRole('row', { name: /Witness 14/ })
  const search = lastAsked(opened)
  expect(search?.getAll('timeframe[]')).toEqual(['7:days'])
  expect(search?.getAll('filters[]')).toEqual(['!country:US'])
  expect(search?.getAll('metric_filters[]')).toEqual(['video_startup_time>=1000'])
  expect(search?.get('search')).toBe('ann')
  expect(search?.get('error_id')).toBe('any')
  expect(search?.get('page')).toBe('2')
  await userEvent.click(screen.getByRole('link', { name: 'Page 3' }))
  await waitFor(() => expect(lastAsked(opened)?.get('page')).toBe('3'))
  expect(opened.router.state.location.href).toContain('viewer_id=ann')
})

test('the list is turned around by the end of the views, from its first page', async () => {
  const opened = await open({ [list]: aListResponse([aListedView()], 70) }, '?page=2')
  await screen.findByRole('row', { name: /Witness 14/ })
  expect(screen.getByRole('columnheader', { name: 'View end' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  await userEvent.click(screen.getByRole('button', { name: 'View end' }))
  await waitFor(() => expect(lastAsked(opened)?.get('order_direction')).toBe('asc'))
  expect(lastAsked(opened)?.get('page')).toBe('1')
  expect(opened.router.state.location.href).toContain('order_direction=asc')
})

test('VIEW-005 a list that could not be loaded says so and is asked for again', async () => {
  let isBroken = true
  await open({ [list]: () => (isBroken ? { status: 500 } : aListResponse([aListedView()])) })
  // Server errors are retried before they are shown.
  expect(await screen.findByText('Error: Request Failed')).toBeTruthy()
  // The rest of the page keeps working.
  expect(screen.getByRole('button', { name: /Last 24 hours/ })).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /Witness 14/ })).toBeTruthy()
})

test('VIEW-006 an environment without any view is distinguished from a question nothing answers', async () => {
  const opened = await open({ [list]: aListResponse([]) })
  expect(await screen.findByText('No Views Found')).toBeTruthy()
  expect(lastAsked(opened)?.getAll('timeframe[]')).toEqual(['100:days'])
})

test('VIEW-006 filters that leave none can be cleared', async () => {
  const opened = await open(
    {
      [list]: ({ search }) =>
        search.getAll('filters[]').length > 0 ? aListResponse([]) : aListResponse([aListedView()]),
    },
    '?filters[]=country:FR&viewer_id=ann',
  )
  expect(await screen.findByText('No Results Found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters and search' }))
  expect(await screen.findByRole('row', { name: /Witness 14/ })).toBeTruthy()
  expect(opened.router.state.location.href).toBe(`${base}/views`)
})

test('a value adds itself as a filter, with Alt excludes itself', async () => {
  const opened = await open({ [list]: aListResponse([aListedView()]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Germany' }))
  await waitFor(() => expect(lastAsked(opened)?.getAll('filters[]')).toEqual(['country:DE']))
  const user = userEvent.setup()
  await user.keyboard('{Alt>}')
  await user.click(screen.getByRole('button', { name: 'Firefox' }))
  await user.keyboard('{/Alt}')
  await waitFor(() =>
    expect(lastAsked(opened)?.getAll('filters[]')).toEqual(['country:DE', '!browser:Firefox']),
  )
})

test('views are searched by their id, viewer or title and by error', async () => {
  const opened = await open({ [list]: aListResponse([aListedView()], 70) }, '?page=2')
  await userEvent.type(
    await screen.findByRole('searchbox', { name: 'Search by ID, viewer or title' }),
    ' ann ',
  )
  await waitFor(() => expect(lastAsked(opened)?.get('search')).toBe('ann'))
  expect(lastAsked(opened)?.get('page')).toBe('1')
  // One request for the typed text, not one per letter.
  expect(new Set(asked(opened).map(({ search }) => search.get('search')))).toEqual(
    new Set([null, 'ann']),
  )
  await userEvent.click(screen.getByRole('button', { name: /Errors/ }))
  await userEvent.click(await screen.findByRole('option', { name: '502: Bad gateway' }))
  await waitFor(() => expect(lastAsked(opened)?.get('error_id')).toBe('77'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(lastAsked(opened)?.get('search')).toBeNull())
  expect(lastAsked(opened)?.get('error_id')).toBe('77')
})

test('VIEW-007 a press on a row opens its view, and the keyboard walks the rows', async () => {
  const rows = [aListedView(), aListedView({ id: 'view-2', video_title: 'Lisbon' })]
  const { router } = await open({ [list]: aListResponse(rows) })
  const first = await screen.findByRole('link', { name: 'Witness 14' })
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Lisbon')
  await userEvent.click(within(screen.getByRole('row', { name: /Lisbon/ })).getByText('8:06'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/views/view-2`))
})

test('TIME-008 for a historical range no views are requested, and the list says why', async () => {
  const opened = await open(
    { [list]: aListResponse([aListedView()]) },
    '?timeframe[]=6:months',
    aSession({ featureFlags: { historicalMetrics: true } }),
  )
  expect(await screen.findByText('Views aren’t available for the selected time range')).toBeTruthy()
  expect(asked(opened)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show the last 24 hours' }))
  expect(await screen.findByRole('row', { name: /Witness 14/ })).toBeTruthy()
  expect(lastAsked(opened)?.getAll('timeframe[]')).toEqual(['24:hours'])
})
