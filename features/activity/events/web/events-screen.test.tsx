import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen as EventScreen } from './event-screen.tsx'
import { Screen } from './events-screen.tsx'

const address = '/organizations/$organizationId/environments/$environmentId/activity/events'
const home = `/organizations/${ids.organization}/environments/${ids.environment}/activity/events`

/** Each test has its own events: a page remembers which it has seen, also a moment after it was left. */
let series = 0

const anEvent = (number: number, overrides: object = {}) => ({
  id: `99999999-9999-4999-${8000 + series}-${String(number).padStart(12, '0')}`,
  type: 'video.asset.ready',
  created_at: new Date(Date.UTC(2026, 2, 4, 12, number)).toISOString(),
  object: { type: 'asset', id: `asset-${number}` },
  environment: { id: ids.environment, name: 'Production' },
  data: { id: `asset-${number}` },
  delivery: { delivered: 0, pending: 0, failed: 0 },
  ...overrides,
})

type AnEvent = ReturnType<typeof anEvent>

/** A server whose events happen when the test says so, and whose feed tells of each once. */
const server = (given: AnEvent[]) => {
  const state = { rows: given, told: [] as AnEvent[], gap: false }
  const api: ApiHandlers = {
    'GET /ui/v1/events': () => ({
      body: { data: state.rows, total_row_count: state.rows.length, page: 1, limit: 25 },
    }),
    'GET /ui/v1/events/feed': () => {
      const data = state.told.splice(0)
      const { gap } = state
      state.gap = false
      return { body: { data, next: '1-1', gap } }
    },
  }
  const happen = (...events: AnEvent[]) => {
    state.rows = [...events.toReversed(), ...state.rows]
    state.told.push(...events)
  }
  return { api, state, happen }
}

afterEach(async () => {
  series += 1
  await stopScreens()
})

/** The list is read again once it is known from where on events arrive. */
const hasBegun = (requests: readonly { path: string }[]) =>
  waitFor(() =>
    expect(requests.filter(({ path }) => path === '/ui/v1/events').length).toBeGreaterThan(1),
  )

const rowTexts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

/** The feed is polled every two seconds. */
const patience = { timeout: 60_000 }

test('ACTV-001 the list has type, object with its page, webhooks and time of each event', async () => {
  const { api } = server([
    anEvent(1, { delivery: { delivered: 1, pending: 0, failed: 2 } }),
    anEvent(2, { delivery: { delivered: 1, pending: 0, failed: 0 } }),
    anEvent(3, { type: 'video.upload.created', object: { type: 'upload', id: 'up-3' } }),
  ])
  await openScreen(Screen, { address, href: home, api })
  expect(await screen.findByRole('heading', { level: 1, name: 'API Activity' })).toBeTruthy()
  const rows = await screen.findAllByRole('row', { name: /asset-/ })
  expect(within(rows[0]!).getByText('2 of 3 failed')).toBeTruthy()
  expect(within(rows[1]!).getByText('delivered')).toBeTruthy()
  expect(within(rows[0]!).getByRole('link', { name: 'asset-1' }).getAttribute('href')).toMatch(
    /\/video\/assets\/asset-1\/monitor$/,
  )
  expect(
    within(rows[0]!).getByRole('link', { name: 'video.asset.ready' }).getAttribute('href'),
  ).toMatch(/activity\/events\/9{8}-.*1$/)
  expect(within(rows[0]!).getByText(/Mar 4, 2026/)).toBeTruthy()
  // An upload has no page, so nothing leads nowhere.
  expect(screen.getByText('up-3').closest('a')).toBeNull()
})

test('ACTV-007 what happens waits above an unchanged list until it is refreshed', async () => {
  const { api, happen } = server([anEvent(1)])
  const { requests } = await openScreen(Screen, { address, href: home, api })
  await screen.findByText('asset-1')
  await hasBegun(requests)
  happen(anEvent(2), anEvent(3))
  expect(await screen.findByText('2 new events', undefined, patience)).toBeTruthy()
  expect(rowTexts()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('asset-3')
  expect(rowTexts()).toHaveLength(3)
  expect(screen.queryByText(/new event/)).toBeNull()
})

test('ACTV-008 ten new events wait, and more are only noted; a gap says that there may be some', async () => {
  const { api, state, happen } = server([anEvent(1)])
  const { requests } = await openScreen(Screen, { address, href: home, api })
  await screen.findByText('asset-1')
  await hasBegun(requests)
  happen(...Array.from({ length: 11 }, (_, index) => anEvent(index + 2)))
  expect(await screen.findByText('10+ new events', undefined, patience)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(screen.queryByText(/new events/)).toBeNull())
  state.gap = true
  expect(await screen.findByText('There may be new events', undefined, patience)).toBeTruthy()
})

test('filters are in the address, and what they do not let pass does not count as new', async () => {
  const { api, happen } = server([anEvent(1)])
  const { requests, router } = await openScreen(Screen, {
    address,
    href: `${home}?type=video.upload.*&timeframe=24:hours&page=1`,
    api,
  })
  await screen.findByText('asset-1')
  const asked = requests.find(({ path }) => path === '/ui/v1/events')!.search
  expect(asked.getAll('types[]')).toEqual(['video.upload.*'])
  expect(asked.getAll('timeframe[]')).toEqual(['24:hours'])
  await hasBegun(requests)
  happen(anEvent(2), anEvent(3, { type: 'video.upload.created' }))
  expect(await screen.findByText('1 new event', undefined, patience)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Find an id'), 'asset-9')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'asset-9' }))
})

test('an empty list says what will be in it; one that is filtered can be cleared', async () => {
  const { api } = server([])
  const { router } = await openScreen(Screen, { address, href: home, api })
  expect(await screen.findByText('No events yet')).toBeTruthy()
  await router.navigate({ to: home, search: { q: 'nothing' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await screen.findByText('No events yet')
})

test('a list that fails can be asked for again', async () => {
  const { api } = server([anEvent(1)])
  let isDown = true
  const list = api['GET /ui/v1/events'] as () => { body: object }
  await openScreen(Screen, {
    address,
    href: home,
    api: {
      ...api,
      'GET /ui/v1/events': () =>
        isDown
          ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No.'] } } }
          : list(),
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByText('asset-1')).toBeTruthy()
})

test('ACTV-002 an event shows itself as webhooks send it, and one that is gone says so', async () => {
  const event = { ...anEvent(1), request_id: '66666666-6666-4666-8666-666666666666' }
  const api: ApiHandlers = { [`GET /ui/v1/events/${event.id}`]: { body: { data: event } } }
  const open = (id: string) =>
    openScreen(EventScreen, { address: `${address}/$eventId`, href: `${home}/${id}`, api })
  await open(event.id)
  expect(
    await screen.findByRole('heading', { level: 1, name: /^video. ?asset. ?ready$/ }),
  ).toBeTruthy()
  const shown = JSON.parse(screen.getByLabelText('JSON').textContent)
  const { delivery: _, request_id: __, ...sent } = event
  expect(shown).toEqual(sent)
  expect(
    screen.getByRole('link', { name: `Call ${event.request_id}` }).getAttribute('href'),
  ).toMatch(`activity/logs?request_id=${event.request_id}`)
  await stopScreens()
  await open('77777777-7777-4777-8777-777777777777')
  expect(await screen.findByText('Event not found')).toBeTruthy()
})
