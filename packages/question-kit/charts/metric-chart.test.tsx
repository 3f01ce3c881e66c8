import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { useQuestion } from '../question/use-question.ts'
import { MetricChart, type MetricChartProps } from './metric-chart.tsx'
import { previousLabel, selectedTimeframe, previousQuery } from './previous-question.ts'

const hourMs = 3_600_000
const first = Date.UTC(2026, 10, 20, 12)
const seconds = (ms: number) => Math.floor(ms / 1_000)

const root = '/data/v1/metrics/viewer_experience_score'

const timeseries = (values: (number | null)[], start = first) => ({
  body: {
    data: values.map((value, index) => [
      new Date(start + index * hourMs).toISOString(),
      value,
      value === null ? 0 : 1_280 + index,
    ]),
    meta: { aggregation: 'avg', granularity: 'hour' },
    timeframe: [seconds(start), seconds(start + values.length * hourMs)],
    total_row_count: values.length,
  },
})

const overall = {
  body: {
    data: {
      value: 0.888,
      total_views: 9,
      total_watch_time: 1,
      total_playing_time: 1,
      global_value: null,
    },
    meta: { aggregation: 'avg' },
    timeframe: [0, 1],
    total_row_count: 1,
  },
}

const environment = (status: string) => ({
  body: {
    data: {
      id: ids.environment,
      name: 'Production',
      type: 'production',
      organization_id: ids.organization,
      url: null,
      status,
      key: 'key',
      created_at: '2026-01-01T00:00:00.000Z',
    },
  },
})

const refusal = (type: string, message: string, status = 400) => ({
  status,
  body: { error: { type, messages: [message] } },
})

const open = (api: ApiHandlers = {}, search = '', props: Partial<MetricChartProps> = {}) => {
  const Host = () => {
    const state = useQuestion()
    return (
      <MetricChart
        metric="viewer_experience_score"
        measurement="avg"
        state={state}
        widens={state}
        onSelect={(start, end) => state.setTimeframe(selectedTimeframe(start, end))}
        {...props}
      />
    )
  }
  return openScreen(Host, {
    address: '/organizations/$organizationId/environments/$environmentId/metrics',
    href: `/organizations/${ids.organization}/environments/${ids.environment}/metrics${search}`,
    api: {
      [`GET ${root}/timeseries`]: timeseries([0.84, 0.85, 0.86, 0.87]),
      [`GET ${root}/overall`]: overall,
      'GET /ui/v1/environment': environment('integrated'),
      ...api,
    },
  })
}

afterEach(stopScreens)

const slider = () => screen.findByRole('slider', { name: 'Viewer Experience Score' })
const spoken = async () => (await slider()).getAttribute('aria-valuetext')
const isPrevious = ({ search }: ReceivedRequest) => search.getAll('timeframe[]').length === 2

test('METR-018 METR-031 the series is asked by measurement, filters and timeframe, and read point by point', async () => {
  const { requests } = await open(
    {},
    '?timeframe[]=7:days&filters[]=country:US&metric_filters[]=video_startup_time>1000',
  )
  const chart = await slider()
  await userEvent.click(chart)
  chart.focus()
  await userEvent.keyboard('{Home}')
  expect(await spoken()).toContain(': 84.00, 1,280 views')
  const asked = requests.find(({ path }) => path === `${root}/timeseries`)!.search
  expect(asked.getAll('timeframe[]')).toEqual(['7:days'])
  expect(asked.get('measurement')).toBe('avg')
  expect(asked.getAll('filters[]')).toEqual(['country:US'])
  expect(asked.getAll('metric_filters[]')).toEqual(['video_startup_time>1000'])
})

test('percentiles from sums are marked at each point', async () => {
  const { body } = timeseries([1_840, null, 1_860])
  const meta = { ...body.meta, approximate: 0.0055 }
  await open(
    {
      'GET /data/v1/metrics/video_startup_time/timeseries': { body: { ...body, meta } },
      'GET /data/v1/metrics/video_startup_time/overall': overall,
    },
    '',
    { metric: 'video_startup_time', measurement: 'median' },
  )
  const chart = await screen.findByRole('slider', { name: 'Video startup time' })
  chart.focus()
  await userEvent.keyboard('{Home}')
  expect(chart.getAttribute('aria-valuetext')).toContain(': ≈ 1.84 s')
  await userEvent.keyboard('{ArrowRight}')
  expect(chart.getAttribute('aria-valuetext')).toContain(': –')
})

test('counts are nothing where there were no views', async () => {
  await open(
    {
      'GET /data/v1/metrics/views/timeseries': timeseries([3, null, 4]),
      'GET /data/v1/metrics/views/overall': overall,
    },
    '',
    { metric: 'views', measurement: 'count' },
  )
  const count = await screen.findByRole('slider', { name: 'Views' })
  count.focus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(count.getAttribute('aria-valuetext')).toContain(': 0')
})

test('before the first view of the environment there is nothing, not zero', async () => {
  const { body } = timeseries([null, null, 3])
  const meta = { ...body.meta, first_view_at: seconds(first + 1.5 * hourMs) }
  await open({ 'GET /data/v1/metrics/views/timeseries': { body: { ...body, meta } } }, '', {
    metric: 'views',
    measurement: 'count',
  })
  const count = await screen.findByRole('slider', { name: 'Views' })
  count.focus()
  await userEvent.keyboard('{Home}')
  expect(count.getAttribute('aria-valuetext')).toContain(': –')
  await userEvent.keyboard('{ArrowRight}')
  expect(count.getAttribute('aria-valuetext')).toContain(': 0')
})

test('other values are unknown where there were no views', async () => {
  await open({ [`GET ${root}/timeseries`]: timeseries([0.84, null, 0.85]) })
  ;(await slider()).focus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(await spoken()).toContain(': N/A, 0 views')
})

test('METR-020 dragging over the chart sets the timeframe in the address', async () => {
  const { router } = await open()
  const chart = await slider()
  const width = Number.parseFloat(chart.style.width)
  const at = (index: number) => ({ clientX: (index / 3) * width, pointerId: 1, button: 0 })
  fireEvent.pointerDown(chart, at(1))
  fireEvent.pointerMove(chart, at(2))
  fireEvent.pointerUp(chart, at(2))
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      timeframe: [String(seconds(first + hourMs)), String(seconds(first + 3 * hourMs))],
    }),
  )
})

test('METR-020 the keyboard selects the same', async () => {
  const { router } = await open()
  ;(await slider()).focus()
  await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}{Enter}')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      timeframe: [String(seconds(first)), String(seconds(first + 2 * hourMs))],
    }),
  )
})

test('the range before lies beneath, step by step, and is named in the tooltip', async () => {
  const { requests, container } = await open(
    {
      [`GET ${root}/timeseries`]: (request) =>
        isPrevious(request)
          ? timeseries([0.81, 0.82, 0.83, 0.84], first - 24 * hourMs)
          : timeseries([0.84, 0.85, 0.86, 0.87]),
    },
    '',
    { showsPrevious: true },
  )
  ;(await slider()).focus()
  await userEvent.keyboard('{Home}')
  expect(await spoken()).toContain('84.00, 1,280 views; 81.00, the day before')
  expect(container.querySelector('[data-tone="compare"] .ph-chart-line')).toBeTruthy()
  // As long as the range of the response, and directly before it.
  await waitFor(() => {
    const asked = requests.filter(isPrevious).at(-1)!.search.getAll('timeframe[]')
    expect(asked).toEqual([String(seconds(first - 4 * hourMs)), String(seconds(first))])
  })
})

test('METR-025 the average of 90 days is a line with its name, of all views', async () => {
  const { requests } = await open({}, '?filters[]=country:US', { showsAverage: true })
  expect(await screen.findByText('90-day customer average')).toBeTruthy()
  const { search } = requests.find(({ path }) => path === `${root}/overall`)!
  expect(search.getAll('timeframe[]')).toEqual(['90:days'])
  expect(search.has('filters[]')).toBe(false)
})

test('METR-026 a chart of unknown values only says that there is no data', async () => {
  await open({ [`GET ${root}/timeseries`]: timeseries([null, null]) })
  expect(await screen.findByText('No data available')).toBeTruthy()
  expect(screen.getByText('Change the time frame or filters.')).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('METR-026 METR-027 a chart whose views are filtered away offers to clear the filters', async () => {
  const { router } = await open(
    { [`GET ${root}/timeseries`]: timeseries([null, null]) },
    '?timeframe[]=7:days&filters[]=country:US&metric_filters[]=rebuffer_count>2',
  )
  expect(await screen.findByText('Change the time frame or filters.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show the last 30 days' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ timeframe: ['7:days'] }))
  expect(await screen.findByRole('button', { name: 'Show the last 30 days' })).toBeTruthy()
})

test('METR-026 METR-027 a chart of a range without views offers a longer one, once', async () => {
  const { router } = await open({ [`GET ${root}/timeseries`]: timeseries([null, null]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Show the last 30 days' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ timeframe: ['30:days'] }))
  expect(await screen.findByText('No data available')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Clear the filters|Show the last/ })).toBeNull()
})

test('METR-027 an environment without views leads to how a player reports', async () => {
  await open({
    [`GET ${root}/timeseries`]: timeseries([null, null]),
    'GET /ui/v1/environment': environment('waiting'),
  })
  expect(await screen.findByText('No views received for this environment')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Integrate a player SDK' }).getAttribute('href')).toBe(
    '/docs/collecting',
  )
  expect(screen.queryByRole('button', { name: 'Show the last 30 days' })).toBeNull()
})

test('METR-028 a range outside of retention says where it may start', async () => {
  const text =
    'This time frame includes dates outside your retention period. It should start no earlier than 2026-08-14.'
  await open({ [`GET ${root}/timeseries`]: refusal('invalid_timeframe', text) })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a question that takes too much memory offers no retry', async () => {
  const costly = 'This needs more memory than one question may take.'
  await open({ [`GET ${root}/timeseries`]: refusal('query_too_costly', costly, 422) })
  expect(await screen.findByText('Change the time frame or filters')).toBeTruthy()
  expect(screen.getByText(costly)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a question that took too long offers a retry', async () => {
  const late = 'This took longer than one question may.'
  await open({ [`GET ${root}/timeseries`]: refusal('query_timed_out', late, 504) })
  expect(await screen.findByText(late)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('METR-029 a failed chart says so, and a retry may succeed', async () => {
  let isAway = true
  await open({
    [`GET ${root}/timeseries`]: () =>
      isAway ? refusal('forbidden', 'Away.', 403) : timeseries([0.9, 0.91]),
  })
  expect(await screen.findByText('Failed to load data')).toBeTruthy()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await slider()).toBeTruthy()
})

test('another timeframe leaves the old picture until the new one is there', async () => {
  const { router } = await open({
    [`GET ${root}/timeseries`]: ({ search }) =>
      search.get('timeframe[]') === '7:days'
        ? { ...timeseries([0.5, 0.6]), afterMs: 300 }
        : timeseries([0.84, 0.85]),
  })
  ;(await slider()).focus()
  await userEvent.keyboard('{Home}')
  void router.navigate({ href: `${router.state.location.pathname}?timeframe[]=7:days` })
  await waitFor(async () =>
    expect((await slider()).closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true'),
  )
  expect(await spoken()).toContain('84.00')
  await waitFor(async () => expect((await slider()).closest('[aria-busy]')).toBeNull())
  expect(await spoken()).toContain('50.00')
})

test('TIME-033 where only sums of days are left, the previous range has as many whole days', () => {
  const at = (iso: string) => Date.parse(iso)
  const query = { timeframe: ['3:months'] }
  const answered = { startMs: at('2026-08-21T16:20:10Z'), endMs: at('2026-11-21T16:20:10Z') }
  const daily = previousQuery(query, answered, { answered, isDaily: () => true })
  expect(daily.timeframe.map((second) => new Date(Number(second) * 1_000).toISOString())).toEqual([
    '2026-05-21T00:00:00.000Z',
    '2026-08-21T00:00:00.000Z',
  ])
  const whole = previousQuery(query, answered, { answered, isDaily: () => false })
  expect(whole.timeframe.map(Number)).toEqual(
    ['2026-05-21T16:20:10Z', '2026-08-21T16:20:10Z'].map((iso) => at(iso) / 1_000),
  )
})

test('the range before is called what it is', () => {
  const label = (length: number) => previousLabel({ startMs: first, endMs: first + length })
  expect([1, 6, 24, 7 * 24, 30 * 24, 1.5].map((hours) => label(hours * hourMs))).toEqual([
    'the hour before',
    'the 6 hours before',
    'the day before',
    'the week before',
    'the 30 days before',
    'the 90 minutes before',
  ])
  const minute = hourMs / 60
  const calendarDays = [1, 2, 7, 8].map((days) => label(days * 24 * hourMs - minute))
  expect(calendarDays).toEqual([
    'the day before',
    'the 2 days before',
    'the week before',
    'the 8 days before',
  ])
  expect(label(7 * 24 * hourMs + hourMs - minute)).toBe('the week before')
})
