import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import {
  aBreakdownResponse,
  end,
  isBefore,
  openMetrics,
  anOverallResponse,
  aRow,
  aTimeseriesResponse,
} from './testing-metrics.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)
afterEach(() => void vi.useRealTimers())

type Opened = Awaited<ReturnType<typeof openMetrics>>

const of = ({ requests }: Opened, resource: string) =>
  requests.filter(({ path, method }) => method === 'GET' && path.endsWith(`/${resource}`))
const addressOf = ({ router }: Opened) => router.state.location.search as Record<string, unknown>
const table = (name: RegExp = /Breakdown by/) => screen.findByRole('table', { name })
const tab = (name: string | RegExp) => screen.findByRole('tab', { name })
const path = '/data/v1/metrics'
const score = `${path}/viewer_experience_score`

test('METR-007 METR-008 it opens with the average experience score by browser', async () => {
  const opened = await openMetrics()
  expect(await screen.findByRole('heading', { name: 'Metrics' })).toBeTruthy()
  await screen.findByRole('row', { name: /Chrome/ })
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs).toEqual(['Description', 'Breakdown', 'Insights', 'Video Views'])
  expect((await tab('Breakdown')).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('button', { name: 'Viewer Experience Score' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Average' })).toHaveProperty('checked', true)
  const [asked] = of(opened, 'breakdown')
  expect(asked!.path).toBe(`${score}/breakdown`)
  expect(asked!.search.get('group_by')).toBe('browser')
  expect(asked!.search.get('measurement')).toBe('avg')
})

test('METR-030 the value of the range is asked with filters and metric filters, and compared', async () => {
  const opened = await openMetrics(
    '?filters[]=country:US&metric_filters[]=video_startup_time<8000&timeframe[]=24:hours',
  )
  expect(await screen.findByText('+1.90')).toBeTruthy()
  expect(screen.getByText('vs 85.50 the day before')).toBeTruthy()
  expect(screen.getByRole('button', { name: '87.40 /100 Explain this number' })).toBeTruthy()
  const [now, before] = ['', 'before'].map((when) =>
    of(opened, 'overall').find((request) => isBefore(request) === (when === 'before')),
  )
  for (const request of [now, before]) {
    expect(request!.search.getAll('filters[]')).toEqual(['country:US'])
    expect(request!.search.getAll('metric_filters[]')).toEqual(['video_startup_time<8000'])
    expect(request!.search.get('measurement')).toBe('avg')
  }
  expect(now!.search.getAll('timeframe[]')).toEqual(['24:hours'])
})

test('the range before ends where the answered one starts, also when the page has been open for long', async () => {
  const opened = await openMetrics()
  const startsOfAnswer = [String(end - 2 * 86_400), String(end - 86_400)]
  await waitFor(() => {
    const before = of(opened, 'overall').filter(isBefore).at(-1)
    expect(before?.search.getAll('timeframe[]')).toEqual(startsOfAnswer)
  })
})

test('METR-030 a range before the first view is nothing to compare with', async () => {
  const { body } = aTimeseriesResponse([null, 0.86])
  await openMetrics('', {
    'GET /data/v1/metrics/viewer_experience_score/timeseries': (request) => ({
      body: isBefore(request)
        ? {
            ...body,
            timeframe: [end - 2 * 86_400, end - 86_400],
            meta: { ...body.meta, first_view_at: end - 90_000 },
          }
        : body,
    }),
  })
  expect(
    await screen.findByText(
      'Nothing to compare with: views began after the start of the day before.',
    ),
  ).toBeTruthy()
  expect(screen.queryByText(/^vs 85/)).toBeNull()
})

test('METR-033 seven days of the score are asked as a time series', async () => {
  const opened = await openMetrics('?timeframe[]=7:days')
  await screen.findByText('vs 85.50 the week before')
  expect(of(opened, 'timeseries').map(({ search }) => search.getAll('timeframe[]'))).toContainEqual(
    ['7:days'],
  )
})

test('one opened screen asks each question once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: end * 1_000 - 4_000 })
  const opened = await openMetrics()
  await screen.findByText('+1.90')
  await screen.findByRole('row', { name: /Chrome/ })
  const asked = opened.requests
    .filter(({ method }) => method === 'GET')
    .map(({ path: at, search }) => `${at}?${search}`)
  expect(asked.length).toBe(new Set(asked).size)
  expect(asked.length).toBeLessThanOrEqual(9)
  expect(of(opened, 'insights')).toEqual([])
  expect(of(opened, 'video-views')).toEqual([])
})

test('METR-010 the choices in the address are restored', async () => {
  const opened = await openMetrics(
    '?metric=viewer_experience_score&measurement=median&breakdown=country&graphs[]=none&order_by=views&order_direction=asc&page=2',
    { [`GET ${score}/breakdown`]: aBreakdownResponse([aRow('DE')], 62) },
  )
  const row = await screen.findByRole('row', { name: /Germany/ })
  expect(row).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Median' })).toHaveProperty('checked', true)
  const sorted = screen.getByRole('columnheader', { name: 'Views with a value' })
  expect(sorted.getAttribute('aria-sort')).toBe('ascending')
  const [asked] = of(opened, 'breakdown')
  expect(Object.fromEntries(asked!.search)).toMatchObject({
    group_by: 'country',
    measurement: 'median',
    order_by: 'views',
    order_direction: 'asc',
    page: '2',
  })
  expect(of(opened, 'overall').filter(isBefore)).toEqual([])
  expect(addressOf(opened)).toMatchObject({ graphs: ['none'], page: '2', order_by: 'views' })
})

test('METR-009 invalid choices in the address are removed', async () => {
  const opened = await openMetrics(
    '?activeTab=everything&metric=nothing&order_by=colour&breakdown=x',
  )
  await screen.findByRole('row', { name: /Chrome/ })
  await waitFor(() => expect(addressOf(opened)).toEqual({}))
  expect((await tab('Breakdown')).getAttribute('aria-selected')).toBe('true')
})

test('METR-009 METR-013 a tab is an address that can be gone back from', async () => {
  const opened = await openMetrics()
  await userEvent.click(await tab('Description'))
  await waitFor(() => expect(addressOf(opened)).toEqual({ activeTab: 'description' }))
  await screen.findByText(/One number for how good watching was/)
  const panel = screen.getByRole('tabpanel')
  expect(panel.textContent).toContain('One number for how good watching was')
  expect(panel.textContent).toContain('the mean trade-off between smoothness')
  expect(panel.textContent).toContain('mean(viewer_experience_score)')
  expect(panel.textContent).toContain('Views that were left within a second')
  expect(panel.textContent).toContain('Higher is better')
  act(() => opened.router.history.back())
  expect(await table()).toBeTruthy()
})

test('METR-014 the name of the metric is copied, which shows for two seconds', async () => {
  const user = userEvent.setup()
  await openMetrics('?activeTab=description')
  await user.click(await screen.findByRole('button', { name: /Copy the name/ }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Copied')
  const copiedAt = Date.now()
  expect(await navigator.clipboard.readText()).toBe('viewer_experience_score')
  await waitFor(() => expect(screen.queryByText('Copied')).toBeNull())
  expect(Date.now() - copiedAt).toBeGreaterThan(1_700)
})

test('METR-011 older ranges refuse insights and views, and say why', async () => {
  const opened = await openMetrics('?timeframe[]=6:months')
  await screen.findByRole('row', { name: /Chrome/ })
  for (const name of [/^Insights/, /^Video Views/]) {
    const refused = await tab(name)
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(refused)
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Not available for the selected time range',
    )
  }
  expect((await tab('Breakdown')).getAttribute('aria-selected')).toBe('true')
  expect(addressOf(opened)).toEqual({ timeframe: ['6:months'] })
  expect(
    screen.getByText('Some dimensions are unavailable for data older than 100 days'),
  ).toBeTruthy()
})

test('METR-012 a metric that only counts has no insights and no negative impact', async () => {
  await openMetrics('?metric=views', {}, { metric: 'views' })
  await screen.findByRole('row', { name: /Chrome/ })
  expect(screen.queryByRole('tab', { name: /Insights/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: /impact/i })).toBeNull()
})

test('METR-016 the measurements of the metric are offered and asked', async () => {
  const opened = await openMetrics(
    '?metric=video_startup_time',
    {},
    { metric: 'video_startup_time' },
  )
  const group = await screen.findByRole('radiogroup', { name: 'Measurement' })
  const names = within(group)
    .getAllByRole('radio')
    .map((radio) => (radio as HTMLInputElement).value)
  expect(names).toEqual(['avg', 'median', '95th'])
  await userEvent.click(within(group).getByRole('radio', { name: '95th' }))
  await waitFor(() => expect(addressOf(opened).measurement).toBe('95th'))
  await waitFor(() =>
    expect(
      of(opened, 'timeseries').some(({ search }) => search.get('measurement') === '95th'),
    ).toBe(true),
  )
})

test('METR-017 METR-015 the menu groups the metrics, finds them, and marks those of ads as BETA', async () => {
  const opened = await openMetrics('?page=3&breakdown=country')
  await userEvent.click(await screen.findByRole('button', { name: 'Viewer Experience Score' }))
  const list = await screen.findByRole('listbox', { name: 'Metrics' })
  const groups = within(list)
    .getAllByRole('group')
    .map((group) => group.getAttribute('aria-label'))
  expect(groups).toEqual([
    'Engagement',
    'Overall',
    'Playback success',
    'Startup time',
    'Smoothness',
    'Video quality',
    'Requests',
    'Ads',
  ])
  const ads = within(list).getByRole('group', { name: 'Ads' })
  for (const option of within(ads).getAllByRole('option'))
    expect(option.textContent).toContain('BETA')
  const rest = within(list).getByRole('group', { name: 'Smoothness' })
  expect(rest.textContent).not.toContain('BETA')
  await userEvent.keyboard('ad attempts')
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(addressOf(opened)).toEqual({ metric: 'ad_attempt_count', breakdown: 'country' }),
  )
  const heading = screen.getByRole('heading', { name: /Ad attempts/ })
  expect(heading.textContent).toContain('BETA')
})

test('METR-025 the average of all is one of the graphs, remembered in the address', async () => {
  const opened = await openMetrics('?graphs[]=average')
  expect(await screen.findByText('90-day customer average')).toBeTruthy()
  expect(of(opened, 'overall').map(({ search }) => search.getAll('timeframe[]').join())).toContain(
    '90:days',
  )
})

test('METR-025 TIME-031 with views kept for less than 90 days the menu says why there is no average', async () => {
  const opened = await openMetrics(
    '?graphs[]=average',
    {},
    { featureFlags: { retentionDays: 35, historicalMetrics: false } },
  )
  await screen.findByRole('row', { name: /Chrome/ })
  await userEvent.click(screen.getByRole('button', { name: 'Options of Viewer Experience Score' }))
  const entry = await screen.findByRole('menuitem', { name: /90-day customer average/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(entry.textContent).toContain('It needs 90 days of views; your plan keeps 35.')
  const asked = of(opened, 'overall').map(({ search }) => search.getAll('timeframe[]').join())
  expect(asked).not.toContain('90:days')
})

test('METR-010 C compares with the period before, X drops it', async () => {
  const opened = await openMetrics()
  await screen.findByText('vs 85.50 the day before')
  await userEvent.keyboard('x')
  await waitFor(() => expect(addressOf(opened)).toEqual({ graphs: ['none'] }))
  expect(screen.queryByText('vs 85.50 the day before')).toBeNull()
  await userEvent.keyboard('c')
  await waitFor(() => expect(addressOf(opened)).toEqual({}))
  expect(await screen.findByText('vs 85.50 the day before')).toBeTruthy()
})

test('METR-020 a part of the chart chosen by keyboard becomes the timeframe', async () => {
  const opened = await openMetrics('?page=1')
  const chart = await screen.findByRole('slider', { name: /Viewer Experience Score/ })
  act(() => chart.focus())
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  fireEvent.keyDown(chart, { key: 'ArrowLeft', shiftKey: true })
  fireEvent.keyDown(chart, { key: 'Enter' })
  await waitFor(() => expect(addressOf(opened).timeframe).toHaveLength(2))
  expect(addressOf(opened)).not.toHaveProperty('page')
})

test('METR-041 a missing score is N/A', async () => {
  await openMetrics('', {
    [`GET ${score}/overall`]: anOverallResponse(null),
    [`GET ${score}/timeseries`]: aTimeseriesResponse([null, null]),
  })
  expect(await screen.findByRole('button', { name: 'N/A Explain this number' })).toBeTruthy()
  const row = await screen.findByRole('row', { name: /Unknown/ })
  expect(within(row).getAllByRole('cell')[0]!.textContent).toBe('N/A')
  expect(await screen.findByText('No data available')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show the last 30 days' })).toBeTruthy()
})

test('KIT-049 scores wear their tone', async () => {
  await openMetrics('', {
    [`GET ${score}/breakdown`]: aBreakdownResponse([
      aRow('Good', { value: 0.85 }),
      aRow('Fair', { value: 0.8499 }),
      aRow('Low', { value: 0.65 }),
      aRow('Bad', { value: 0.6499 }),
    ]),
  })
  await screen.findByRole('row', { name: /Good/ })
  const tones = [...(await table()).querySelectorAll('.ph-score')].map((pill) =>
    pill.getAttribute('data-tone'),
  )
  expect(tones).toEqual(['good', 'warn', 'warn', 'bad'])
})

test('another metric comes in its own unit, and until then the one before stays as it was', async () => {
  const opened = await openMetrics('', {
    [`GET ${path}/video_startup_time/overall`]: { ...anOverallResponse(1234), afterMs: 1_500 },
    [`GET ${path}/video_startup_time/breakdown`]: {
      ...aBreakdownResponse([aRow('Opera', { value: 990 })]),
      afterMs: 1_500,
    },
  })
  await screen.findByRole('row', { name: /Chrome/ })
  await screen.findByText('+1.90')
  await userEvent.click(screen.getByRole('button', { name: 'Viewer Experience Score' }))
  await userEvent.keyboard('video startup time{Enter}')
  await waitFor(() => expect(addressOf(opened).metric).toBe('video_startup_time'))
  // The previous values stay, with their own labels.
  expect(screen.getByText('87.40')).toBeTruthy()
  expect(screen.getByText('88.90')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '1.23 s Explain this number' })).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Opera/ })).textContent).toContain('0.99 s')
})

test('a new value waits for the one it is compared with, and is never shown in the unit of another metric', async () => {
  const opened = await openMetrics('', {
    [`GET ${path}/video_startup_time/overall`]: (request) =>
      isBefore(request) ? { ...anOverallResponse(2345), afterMs: 1_000 } : anOverallResponse(1234),
  })
  await screen.findByText('+1.90')
  await userEvent.click(screen.getByRole('button', { name: 'Viewer Experience Score' }))
  await userEvent.keyboard('video startup time{Enter}')
  await waitFor(() =>
    expect(of(opened, 'overall').some((one) => one.path.includes('startup') && isBefore(one))).toBe(
      true,
    ),
  )
  expect(screen.getByRole('button', { name: '87.40 /100 Explain this number' })).toBeTruthy()
  expect(screen.getByText('+1.90')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '1.23 s Explain this number' })).toBeTruthy()
  expect(screen.getByText('−1.11 s')).toBeTruthy()
})

test('a value that cannot be read leaves the rest of the page alive', async () => {
  const failing = { status: 403, body: { error: { type: 'forbidden', messages: ['Out.'] } } }
  await openMetrics('', { [`GET ${score}/overall`]: failing, [`GET ${score}/timeseries`]: failing })
  expect(await screen.findByText('The value couldn’t be read.')).toBeTruthy()
  expect(await screen.findByText('Failed to load data')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /Chrome/ })).toBeTruthy()
})

test('the number and its change can be explained from the page', async () => {
  const opened = await openMetrics()
  await userEvent.click(
    await screen.findByRole('button', { name: '87.40 /100 Explain this number' }),
  )
  expect(await screen.findByRole('dialog', { name: 'Explain this number' })).toBeTruthy()
  await waitFor(() => expect(of(opened, 'explain')).toHaveLength(1))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Why?' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await waitFor(() => expect(of(opened, 'changes')).toHaveLength(1))
})

test('a value of the breakdown that the pointer or the focus rests on has its line in the chart', async () => {
  const opened = await openMetrics('?breakdown=country&filters[]=country:US&filters[]=cdn:fastly', {
    [`GET ${score}/breakdown`]: aBreakdownResponse([aRow('DE'), aRow('US')], 2),
  })
  const germany = await screen.findByRole('button', { name: 'Germany' })
  const line = () => opened.container.querySelector('[data-tone="2"] .ph-chart-line')
  expect(line()).toBeNull()
  const filters = () => of(opened, 'timeseries').map(({ search }) => search.getAll('filters[]'))
  await userEvent.hover(germany)
  await waitFor(() => expect(line()).toBeTruthy())
  // Not beside the other country: the values of one dimension add up.
  expect(filters().at(-1)).toEqual(['cdn:fastly', 'country:DE'])
  expect(opened.container.querySelector('.ph-chart-preview')?.textContent).toContain('Germany')
  await userEvent.unhover(germany.closest('tr')!)
  await waitFor(() => expect(line()).toBeNull())
  act(() => germany.focus())
  await waitFor(() => expect(line()).toBeTruthy())
  act(() => germany.blur())
  await waitFor(() => expect(line()).toBeNull())
  expect(addressOf(opened)).not.toHaveProperty('preview')
})

const steps = (path: string | null | undefined) => path?.split(/[ML]/).filter(Boolean).length
const linesIn = (container: HTMLElement) =>
  ['.ph-chart-line:not([data-partial])', '.ph-chart-line[data-partial]'].map((selector) =>
    steps(container.querySelector(`.ph-chart-picture ${selector}`)?.getAttribute('d')),
  )

test('the last step of a running range is dashed', async () => {
  const { body } = aTimeseriesResponse([0.86, 0.88, 0.87, 0.89])
  const answered = (endOfRange: number) => ({
    [`GET ${score}/timeseries`]: {
      body: { ...body, timeframe: [endOfRange - 86_400, endOfRange] },
    },
  })
  const running = await openMetrics('?graphs[]=none', answered(end - 1_800))
  await screen.findByRole('slider', { name: 'Viewer Experience Score' })
  expect(linesIn(running.container)).toEqual([3, 2])
  running.unmount()
  await stopScreens()
  const over = await openMetrics('?graphs[]=none', answered(end))
  await screen.findByRole('slider', { name: 'Viewer Experience Score' })
  expect(linesIn(over.container)).toEqual([4, undefined])
})

test('few views are bars', async () => {
  const openViews = (values: number[]) =>
    openMetrics(
      '?metric=views&graphs[]=none',
      { [`GET ${path}/views/timeseries`]: aTimeseriesResponse(values) },
      { metric: 'views' },
    )
  const few = await openViews([4, 0, 3])
  await screen.findByRole('slider', { name: 'Views' })
  expect(few.container.querySelectorAll('.ph-chart-column')).toHaveLength(2)
  expect(linesIn(few.container)).toEqual([0, undefined])
  few.unmount()
  await stopScreens()
  const more = await openViews([5, 0, 3])
  await screen.findByRole('slider', { name: 'Views' })
  expect(more.container.querySelectorAll('.ph-chart-column')).toHaveLength(0)
  expect(linesIn(more.container)).toEqual([3, undefined])
})
