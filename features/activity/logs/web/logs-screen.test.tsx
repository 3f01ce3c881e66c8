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
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen as LogScreen } from './log-screen.tsx'
import { Screen } from './logs-screen.tsx'

const address = '/organizations/$organizationId/environments/$environmentId/activity/logs'
const home = `/organizations/${ids.organization}/environments/${ids.environment}/activity/logs`
const requestId = '66666666-6666-4666-8666-666666666666'
const callerId = '77777777-7777-4777-8777-777777777777'

const aLog = (number: number, status: number, more: object = {}) => ({
  id: `99999999-9999-4999-8999-${String(number).padStart(12, '0')}`,
  type: `POST /video/v1/assets`,
  created_at: new Date(Date.UTC(2026, 2, 4, 12, number)).toISOString(),
  environment: { id: ids.environment, name: 'Production' },
  data: {
    method: 'POST',
    path: '/video/v1/assets',
    route: '/video/v1/assets',
    status,
    request_id: requestId,
    duration_ms: 12 + number,
    caller: { kind: 'token', id: callerId, name: 'Uploader' },
    ...more,
  },
})

const message = 'This access token does not have the permission video:write.'
const forbidden = { type: 'forbidden', messages: [message] }
const facets = {
  status: [{ value: '403', label: '403', count: 3 }],
  method: [{ value: 'POST', label: 'POST', count: 3 }],
  route: [{ value: '/video/v1/assets', label: '/video/v1/assets', count: 3 }],
  caller: [{ value: callerId, label: 'Uploader', count: 3 }],
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  at: new Date(Date.UTC(2026, 2, 3, hour)).toISOString(),
  succeeded: hour === 5 ? 9 : 0,
  refused: hour === 6 ? 37 : 0,
  failed: 0,
}))

const settingsPath = `/ui/v1/environments/${ids.environment}/log-settings`

const apiOf = (rows: object[]): ApiHandlers => ({
  [`GET ${settingsPath}`]: { body: { data: { bodies: true, every_call_until: null } } },
  'GET /ui/v1/logs': {
    body: { data: rows, total_row_count: rows.length, page: 1, limit: 25, facets },
  },
  'GET /ui/v1/logs/summary': {
    body: {
      data: {
        hours,
        refusals: [{ caller: { id: callerId, name: 'Uploader' }, status: 403, message, count: 37 }],
      },
    },
  },
})

afterEach(stopScreens)

test('ACTV-001 the list has method and path, status, caller, duration and time of each call', async () => {
  await openScreen(Screen, { address, href: home, api: apiOf([aLog(1, 201), aLog(2, 403)]) })
  expect(screen.getByRole('heading', { level: 1, name: 'API Activity' })).toBeTruthy()
  const rows = await screen.findAllByRole('row', { name: /POST \/video\/v1\/assets/ })
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/POST \/video\/v1\/assets201Uploader13 msMar 4/),
    expect.stringMatching(/POST \/video\/v1\/assets403Uploader14 msMar 4/),
  ])
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toMatch(/activity\/logs\/9{8}-/)
})

test('what is refused is seen above the list, in a sentence that leads to the calls', async () => {
  const { router } = await openScreen(Screen, { address, href: home, api: apiOf([aLog(1, 403)]) })
  const link = await screen.findByRole('link', { name: '37 calls of “Uploader” were refused' })
  expect(link.parentElement!.textContent).toContain(`(403): ${message}`)
  expect(
    screen.getByRole('figure', {
      name: 'Calls of the last 24 hours: 0 failed, 37 refused, 9 succeeded',
    }),
  ).toBeTruthy()
  // Clocks have 24 hours, and midnight is the first of them.
  const hoursOf = screen.getAllByTitle(/ failed, /).map(({ title }) => title.slice(0, 5))
  expect(hoursOf.toSorted()).toEqual(
    Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
  )
  await userEvent.click(link)
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ caller: callerId, status: '403' }),
  )
})

test('filters are in the address, also those that no call passes', async () => {
  const { requests, router } = await openScreen(Screen, {
    address,
    href: `${home}?status=5xx&method=PUT&route=/a&caller=${callerId}&timeframe=7:days&q=x`,
    api: apiOf([]),
  })
  expect(await screen.findByText('No calls found')).toBeTruthy()
  const asked = requests.find(({ path }) => path === '/ui/v1/logs')!.search
  expect(Object.fromEntries(asked)).toMatchObject({
    'status[]': '5xx',
    'method[]': 'PUT',
    route: '/a',
    caller_id: callerId,
    'timeframe[]': '7:days',
    q: 'x',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(await screen.findByText('No calls yet')).toBeTruthy()
})

test('calls are listed before it is counted how many have each value', async () => {
  let count = () => {}
  const counted = new Promise<void>((resolve) => {
    count = resolve
  })
  await openScreen(Screen, {
    address,
    href: home,
    api: {
      ...apiOf([]),
      'GET /ui/v1/logs': ({ search }) => ({
        body: { data: [aLog(1, 403)], total_row_count: 1, page: 1, limit: 25, facets },
        ...(search.get('facets') !== 'false' && { after: counted }),
      }),
    },
  })
  expect(await screen.findByRole('row', { name: /POST \/video\/v1\/assets/ })).toBeTruthy()
  const open = () => userEvent.click(screen.getByRole('button', { name: /Any method|Method/ }))
  count()
  await open()
  expect(await screen.findByRole('option', { name: /POST.*3/ })).toBeTruthy()
})

test('the call of an error that was just shown appears as soon as it is logged', async () => {
  let isLogged = false
  const { requests } = await openScreen(Screen, {
    address,
    href: `${home}?request_id=${requestId}`,
    api: {
      ...apiOf([]),
      'GET /ui/v1/logs': () => ({
        body: {
          data: isLogged ? [aLog(1, 403)] : [],
          total_row_count: isLogged ? 1 : 0,
          page: 1,
          limit: 25,
          facets,
        },
      }),
    },
  })
  await screen.findByText('No calls found')
  expect(requests.find(({ path }) => path === '/ui/v1/logs')!.search.get('request_id')).toBe(
    requestId,
  )
  isLogged = true
  expect(await screen.findByText('403', { selector: 'td *' }, { timeout: 60_000 })).toBeTruthy()
})

test('ACTV-007 ACTV-008 new calls wait above an unchanged list, ten at most, until it is refreshed', async () => {
  let rows = [aLog(1, 201)]
  await openScreen(Screen, {
    address,
    href: home,
    api: {
      ...apiOf([]),
      'GET /ui/v1/logs': ({ search }) => ({
        body: {
          data: rows.slice(0, Number(search.get('limit'))),
          total_row_count: rows.length,
          page: 1,
          limit: 25,
          facets,
        },
      }),
    },
  })
  await screen.findByText('201')
  const count = () => screen.getAllByRole('row').length - 1
  rows = [aLog(3, 403), aLog(2, 500), ...rows]
  expect(await screen.findByText('2 new calls', undefined, { timeout: 60_000 })).toBeTruthy()
  expect(count()).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(count()).toBe(3))
  expect(screen.queryByText(/new call/)).toBeNull()
  rows = [...Array.from({ length: 11 }, (_, index) => aLog(14 - index, 201)), ...rows]
  expect(await screen.findByText('10+ new calls', undefined, { timeout: 60_000 })).toBeTruthy()
  expect(count()).toBe(3)
})

test('a list that fails can be asked for again', async () => {
  let isDown = true
  const api = apiOf([aLog(1, 201)])
  const refused = { type: 'unavailable', messages: ['Away.'] }
  await openScreen(Screen, {
    address,
    href: home,
    api: {
      ...api,
      'GET /ui/v1/logs': () =>
        isDown ? { status: 400, body: { error: refused } } : (api['GET /ui/v1/logs'] as object),
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await userEvent.click(retry)
  expect(await screen.findByText('201')).toBeTruthy()
})

test('ACTV-002 a call shows what was sent and answered, how to repeat it, what helps and what it caused', async () => {
  const log = aLog(1, 403, {
    error: forbidden,
    request_body: '{"passthrough":"x"}',
    response_body: null,
    network: '203.0.113.0/24',
    user_agent: 'Uploader/2.1',
  })
  const event = {
    id: '88888888-8888-4888-8888-888888888888',
    type: 'video.asset.created',
    created_at: log.created_at,
    object: { type: 'asset', id: 'a' },
    environment: log.environment,
    data: {},
    delivery: { delivered: 0, pending: 0, failed: 0 },
  }
  const api: ApiHandlers = {
    [`GET /ui/v1/logs/${log.id}`]: { body: { data: log } },
    'GET /ui/v1/events': ({ search }) => ({
      body: {
        data: search.get('request_id') === requestId ? [event] : [],
        total_row_count: 1,
        page: 1,
        limit: 25,
      },
    }),
  }
  const open = (id: string) =>
    openScreen(LogScreen, { address: `${address}/$logId`, href: `${home}/${id}`, api })
  await open(log.id)
  expect(
    await screen.findByRole('heading', { level: 1, name: /^POST \/ ?video\/ ?v1\/ ?assets$/ }),
  ).toBeTruthy()
  expect(JSON.parse(screen.getByLabelText('Request body').textContent)).toEqual({
    passthrough: 'x',
  })
  expect(JSON.parse(screen.getByLabelText('Answer body').textContent)).toEqual({ error: forbidden })
  expect(screen.getByText(/The same call fails until its caller has the permission/)).toBeTruthy()
  expect(screen.getByLabelText('curl').textContent).toContain('/video/v1/assets')
  expect(screen.getByLabelText('@mux/mux-node').textContent).toContain('mux.video.assets.create')
  expect(screen.getByText('Uploader/2.1')).toBeTruthy()
  const caused = await screen.findByRole('link', { name: 'video.asset.created' })
  expect(caused.getAttribute('href')).toMatch(new RegExp(`activity/events/${event.id}$`))
  await stopScreens()
  await open('00000000-0000-4000-8000-000000000000')
  expect(await screen.findByText('Call not found')).toBeTruthy()
})

test('an admin logs every call for a day, from the empty list too, and keeps no bodies', async () => {
  const settings = { bodies: true, every_call_until: null as string | null }
  const { requests } = await openScreen(Screen, {
    address,
    href: home,
    api: {
      ...apiOf([]),
      [`GET ${settingsPath}`]: () => ({ body: { data: settings } }),
      [`PUT ${settingsPath}`]: ({ body }) => {
        Object.assign(settings, (body as { log_settings: object }).log_settings)
        return { body: { data: settings } }
      },
    },
  })
  expect(
    await screen.findByText(
      'Calls that change something appear here. Calls that only read are not logged.',
    ),
  ).toBeTruthy()
  const switches = () => screen.getAllByRole<HTMLInputElement>('switch', { name: 'Log every call' })
  await waitFor(() => expect(switches().map(({ checked }) => checked)).toEqual([false, false]))
  const before = Date.now()
  await userEvent.click(switches()[1]!)
  await waitFor(() => expect(switches().map(({ checked }) => checked)).toEqual([true, true]))
  const until = Date.parse(settings.every_call_until!)
  expect(until).toBeGreaterThanOrEqual(before + 24 * 3_600_000)
  expect(until).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
  expect(screen.getAllByText(/^Reading too, until /)).toHaveLength(2)
  await userEvent.click(switches()[0]!)
  const keep = screen.getByRole<HTMLInputElement>('switch', { name: 'Keep request and answer' })
  await waitFor(() => expect([settings.every_call_until, keep.disabled]).toEqual([null, false]))
  await userEvent.click(keep)
  await waitFor(() => expect(settings.bodies).toBe(false))
  const sent = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent.at(-1)).toEqual({ log_settings: { bodies: false } })
})

test('a member sees the calls, and not what is logged', async () => {
  const organization = anOrganization({ isAdmin: false })
  const { requests } = await openScreen(Screen, {
    address,
    href: home,
    session: aSession({ organization, organizations: [organization] }),
    api: apiOf([]),
  })
  expect(await screen.findByText('No calls yet')).toBeTruthy()
  expect(screen.queryAllByRole('switch')).toEqual([])
  expect(requests.filter(({ path }) => path === settingsPath)).toEqual([])
})
