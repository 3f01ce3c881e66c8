import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ScreenPlaces } from '@playhead/web-kit/navigation/screen-places.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { GetStartedButton } from '@playhead/question-kit/empty/get-started.tsx'
import { overviewParts } from './parts.ts'
import { Screen } from './overview-screen.tsx'

const place = `/organizations/${ids.organization}/environments/${ids.environment}`
const end = 1_795_273_560
const timeframe = [end - 7 * 86_400, end]

const card = (
  metric: string,
  value: number | null,
  before: number | null,
  measurement = 'avg',
) => ({
  metric,
  name: metric,
  type: 'number',
  measurement,
  value,
  previous_value: before,
  is_previous_whole: before !== null,
  timeseries: [
    ['2026-11-20T10:00:00Z', value, 10],
    ['2026-11-20T11:00:00Z', null, 0],
  ],
})

const cardsOf = (cards: unknown[]) => ({
  body: { data: cards, timeframe, total_row_count: cards.length },
})

const cards = cardsOf([
  card('views', 1_284, 1_184, 'count'),
  card('unique_viewers', 300, null, 'count'),
  card('watch_time', 360_000_000, 180_000_000, 'sum'),
  card('playing_time', 360_000_000, 180_000_000, 'sum'),
  card('viewer_experience_score', 0.874, 0.855),
  card('playback_failure_percentage', 0.0137, 0.0118),
  card('video_startup_failure_percentage', 0.01, 0.01),
  card('video_startup_time', 980, 1_480, 'median'),
  card('rebuffer_percentage', 0.0033, 0.0028),
  card('weighted_average_bitrate', null, null),
])

const statusOf = (status: string) => ({
  body: { data: { id: ids.environment, status, integrated: status === 'integrated' } },
})

const setupApi: ApiHandlers = {
  'GET /ui/v1/environment': {
    body: {
      data: {
        id: ids.environment,
        name: 'Production',
        type: 'production',
        organization_id: ids.organization,
        url: null,
        status: 'waiting',
        key: 'northlight-key',
        created_at: '2026-01-01T00:00:00.000Z',
      },
    },
  },
  'GET /ui/v1/collector/address': {
    body: {
      data: {
        domain: 'collect.northlight.example',
        cmcd_url: 'https://collect.northlight.example/cmcd',
        is_https_missing: false,
      },
    },
  },
}

const errorRow = {
  id: 8154073076355694,
  code: null,
  count: 52,
  description: null,
  last_seen: '2026-11-20T10:00:00.000Z',
  message: 'bufferStalledError',
  notes: null,
  percentage: 0.35,
  player_error_code: 'mediaError',
}

const insight = (column: string, value: string, more: Record<string, unknown> = {}) => ({
  filter_column: column,
  filter_value: value,
  metric: 0.625,
  negative_impact_score: 0.0123,
  total_views: 2_118,
  total_watch_time: 10,
  total_playing_time: 9,
  ...more,
})

const insightsOf = (rows: unknown[]) => ({
  body: { data: rows, meta: {}, timeframe, total_row_count: rows.length },
})

const viewersOf = (values: (number | null)[]) => ({
  body: {
    data: values.map((value, index) => ({
      date: new Date((end - 1_800 + 5 * index) * 1_000).toISOString(),
      value,
      concurrent_viewers: value ?? 0,
    })),
    timeframe,
    total_row_count: values.length,
  },
})

const root = `/ui/v1/environments/${ids.environment}/status`
const broken = {
  status: 400,
  body: { error: { type: 'invalid_parameters', messages: ['Away.'] } },
}

const open = (
  api: ApiHandlers = {},
  { search = '', featureFlags = {}, hasScreen = (_href: string): boolean => true } = {},
) => {
  const Shown = () => (
    <ScreenPlaces value={hasScreen}>
      <Screen />
    </ScreenPlaces>
  )
  return openScreen(Shown, {
    address: '/organizations/$organizationId/environments/$environmentId/data',
    href: `${place}/data${search}`,
    session: aSession({ featureFlags: { realtime: true, ...featureFlags } }),
    api: {
      [`GET ${root}`]: statusOf('integrated'),
      'GET /ui/v1/overview': cards,
      'GET /ui/v1/alert-summary': {
        body: {
          data: {
            worst: [],
            incident_count: 0,
            rule_count: 1,
            judging: { state: 'current', judged_until: null, anomalies_wait_until: null },
            anomalies: 'off',
          },
        },
      },
      'GET /data/v1/errors': {
        body: { data: [errorRow], timeframe, total_row_count: 1, page: 1, limit: 5 },
      },
      'GET /data/v1/metrics/viewer_experience_score/insights': insightsOf([
        insight('player_name', 'Northlight TV'),
        insight('custom_2', 'tv'),
        insight('country', 'BR', { total_views: 90, metric: 0.9 }),
      ]),
      'GET /data/v1/monitoring/metrics/current-concurrent-viewers/timeseries': viewersOf([
        17, 19, 20,
      ]),
      ...api,
    },
  })
}

afterEach(async () => {
  vi.useRealTimers()
  await stopScreens()
})

const tile = async (name: string) => {
  const tiles = within(await screen.findByRole('list', { name: 'Metrics' }))
  return (await tiles.findByRole('link', { name })).closest<HTMLElement>('li')!
}

test('METR-001 METR-005 METR-006 TIME-005 the overview shows the key metrics of 7 days, each against the week before', async () => {
  await open()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Data Overview')
  expect(screen.getByRole('button', { name: /Last 7 days/ })).toBeTruthy()
  const tiles = within(await screen.findByRole('list', { name: 'Metrics' }))
  expect(tiles.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Views',
    'Unique viewers',
    'Watch time',
    'Playing time',
    'Viewer Experience Score',
    'Playback failures',
    'Video startup failures',
    'Video startup time',
    'Rebuffering percentage',
    'Weighted average bitrate',
    expect.stringContaining('Concurrent viewers'),
  ])
  expect((await tile('Views')).textContent).toContain('1,284')
  expect((await tile('Views')).textContent).toContain('vs 1,184 the week before')
  const score = await tile('Viewer Experience Score')
  expect(score.textContent).toContain('87.40/100')
  expect(score.textContent).toContain('1.90, better')
  expect(within(score).getByRole('img', { name: 'up by' })).toBeTruthy()
  const failures = await tile('Playback failures')
  expect(failures.textContent).toContain('1.37%')
  expect(failures.textContent).toContain('0.19 pppercentage points, worse')
  const startup = await tile('Video startup time')
  expect(within(startup).getByRole('img', { name: 'down by' })).toBeTruthy()
  expect(startup.textContent).toContain('0.50 s, better')
  expect((await tile('Unique viewers')).textContent).toContain('Nothing to compare with')
  expect((await tile('Weighted average bitrate')).textContent).toContain('–')
  await waitFor(async () => expect((await tile('Concurrent viewers')).textContent).toContain('20'))
})

test('METR-005 a week before the first view is nothing to compare with', async () => {
  await open({
    'GET /ui/v1/overview': cardsOf([
      { ...card('views', 1_284, 12, 'count'), is_previous_whole: false },
    ]),
  })
  const views = await tile('Views')
  await waitFor(() => expect(views.textContent).toContain('Nothing to compare with'))
  expect(views.textContent).not.toContain('vs 12')
})

test('METR-005 a tile says its lowest and highest value, and its line is dashed where a step is not over', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  await open({
    'GET /ui/v1/overview': cardsOf([
      {
        ...card('views', 1_284, 1_184, 'count'),
        timeseries: [
          [hoursAgo(3.5), 12, 12],
          [hoursAgo(2.5), 2_030, 2_030],
          [hoursAgo(1.5), 40, 40],
          [hoursAgo(0.5), 16, 16],
        ],
      },
    ]),
  })
  const views = await tile('Views')
  expect(within(views).getByRole('link').getAttribute('title')).toBe('Lowest 12, highest 2,030')
  const steps = (selector: string) =>
    views.querySelector(selector)?.getAttribute('d')?.split(/[ML]/).filter(Boolean).length
  expect(steps('.ph-chart-line:not([data-partial])')).toBe(3)
  expect(steps('.ph-chart-line[data-partial]')).toBe(2)
})

test('the concurrent viewers lead to their screen only where there is one', async () => {
  const place = 'monitoring/current-concurrent-viewers'
  const linked = await open()
  const link = await screen.findByRole('link', { name: 'Concurrent viewers' })
  expect(link.getAttribute('href')).toMatch(new RegExp(`/${place}$`))
  linked.unmount()
  await open({}, { hasScreen: (href) => !href.endsWith(place) })
  const heading = await screen.findByRole('heading', { name: /Concurrent viewers/ })
  expect(within(heading).queryByRole('link')).toBeNull()
  await waitFor(() => expect(heading.closest('li')!.textContent).toContain('20'))
})

test('METR-005 a card leads to its metric and carries the question', async () => {
  const { router, requests } = await open(
    {},
    { search: '?timeframe[]=24:hours&filters[]=country:US' },
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Playback failures' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${place}/metrics`))
  expect(router.state.location.search).toEqual({
    metric: 'playback_failure_percentage',
    measurement: 'avg',
    timeframe: ['24:hours'],
    filters: ['country:US'],
  })
  const asked = requests.filter(({ path }) => path === '/ui/v1/overview')
  expect(asked[0]!.search.getAll('timeframe[]')).toEqual(['24:hours'])
  expect(asked[0]!.search.getAll('filters[]')).toEqual(['country:US'])
})

test('METR-005 nothing is asked twice', async () => {
  const { requests } = await open()
  await tile('Views')
  await screen.findByText('bufferStalledError')
  await screen.findByText('Northlight TV')
  const asked = requests.map(({ path, search }) => `${path}?${search.toString()}`)
  expect(new Set(asked).size).toBe(asked.length)
})

test('METR-002 the get-started panel can be dismissed, and stays away from this environment alone', async () => {
  const first = await open()
  expect(await screen.findByText('Your data is here')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Your data is here')).toBeNull()
  first.unmount()

  const second = await open()
  await tile('Views')
  expect(screen.queryByText('Your data is here')).toBeNull()
  second.unmount()

  await openScreen(Screen, {
    address: '/organizations/$organizationId/environments/$environmentId/data',
    href: `/organizations/${ids.organization}/environments/${ids.otherEnvironment}/data`,
    api: {
      [`GET /ui/v1/environments/${ids.otherEnvironment}/status`]: statusOf('integrated'),
      'GET /ui/v1/overview': cards,
    },
  })
  expect(await screen.findByText('Your data is here')).toBeTruthy()
})

test('METR-003 the address may open the code to get started with', async () => {
  await open({ [`GET ${root}`]: statusOf('waiting'), ...setupApi }, { search: '?setup=open' })
  const drawer = await screen.findByRole('dialog', { name: 'Get started with Data' })
  expect(await within(drawer).findByText(/unpkg\.com\/mux-embed/)).toBeTruthy()
})

test('METR-003 METR-004 without data there is a button to get started, also when its panel was dismissed', async () => {
  const { requests } = await open({
    [`GET ${root}`]: statusOf('waiting'),
    'GET /ui/v1/overview': cardsOf([card('views', 0, 0, 'count')]),
    ...setupApi,
  })
  expect(await screen.findByText(/Waiting for the first view/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Get started with Data' }))
  const drawer = await screen.findByRole('dialog', { name: 'Get started with Data' })
  await waitFor(() =>
    expect(drawer.querySelector('pre')?.textContent).toContain("env_key: 'northlight-key'"),
  )
  expect(drawer.querySelector('pre')?.textContent).toContain(
    "beaconCollectionDomain: 'collect.northlight.example'",
  )
  expect(requests.some(({ path }) => path === root)).toBe(true)
})

test('METR-003 other screens without data open the same dialog, with the key of this environment', async () => {
  await openScreen(GetStartedButton, {
    address: '/organizations/$organizationId/environments/$environmentId/views',
    href: `${place}/views`,
    session: aSession(),
    parts: overviewParts,
    api: { [`GET ${root}`]: statusOf('waiting'), ...setupApi },
  })
  const button = await screen.findByRole('button', { name: 'Get started with Data' })
  // The dialog suspends while its part loads.
  await act(async () => button.click())
  const drawer = await screen.findByRole('dialog', { name: 'Get started with Data' })
  await waitFor(() =>
    expect(drawer.querySelector('pre')?.textContent).toContain("env_key: 'northlight-key'"),
  )
  expect(drawer.querySelector('pre')?.textContent).toContain('collect.northlight.example')
})

test('METR-003 METR-004 the button goes and the numbers come by themselves with the first view', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let status = 'waiting'
  await open({
    [`GET ${root}`]: () => statusOf(status),
    'GET /ui/v1/overview': () =>
      status === 'integrated' ? cards : cardsOf([card('views', 0, 0, 'count')]),
  })
  expect(await screen.findByRole('button', { name: 'Get started with Data' })).toBeTruthy()
  expect((await tile('Views')).textContent).toContain('0')
  status = 'views_processing'
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await screen.findByText(/The first view is being worked on/)).toBeTruthy()
  status = 'integrated'
  await vi.advanceTimersByTimeAsync(4_000)
  await waitFor(async () => expect((await tile('Views')).textContent).toContain('1,284'))
  expect(screen.queryByRole('button', { name: 'Get started with Data' })).toBeNull()
})

test('top errors and what hurts most lead to themselves, values of the same views standing once', async () => {
  await open({}, { search: '?filters[]=country:US' })
  const error = await screen.findByRole('link', { name: 'bufferStalledError' })
  expect(error.getAttribute('href')).toBe(
    `${place}/errors/8154073076355694?timeframe[]=7:days&filters[]=country:US`,
  )
  const worst = await screen.findByRole('region', { name: 'What hurts most' })
  const link = await within(worst).findByRole('link', { name: 'Northlight TV' })
  expect(link.getAttribute('href')).toContain('filters[]=player_name:Northlight+TV')
  expect(link.closest('li')!.textContent).toContain('62.50−1.23')
  expect(within(worst).getAllByRole('listitem')).toHaveLength(2)
  expect(within(worst).getByRole('link', { name: 'Brazil' })).toBeTruthy()
})

test('a failed part offers to try again, and the rest of the page works', async () => {
  let isAway = true
  await open({
    'GET /ui/v1/overview': () => (isAway ? broken : cards),
    'GET /data/v1/errors': broken,
  })
  expect(await screen.findByText('The metrics couldn’t be loaded')).toBeTruthy()
  expect(await screen.findByText('Northlight TV')).toBeTruthy()
  const errors = screen.getByRole('region', { name: 'Top errors' })
  expect(await within(errors).findByText('Away.')).toBeTruthy()
  isAway = false
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect((await tile('Views')).textContent).toContain('1,284')
})

test('without live monitoring in the plan no current viewers are requested', async () => {
  const { requests } = await open({}, { featureFlags: { realtime: false } })
  await tile('Views')
  expect(screen.queryByText('Concurrent viewers')).toBeNull()
  expect(requests.some(({ path }) => path.includes('monitoring'))).toBe(false)
})
