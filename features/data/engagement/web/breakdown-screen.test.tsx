import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { Screen } from './breakdown-screen.tsx'
import {
  aBreakdownResponse,
  end,
  isEarlier,
  aTimeseriesResponse,
  openEngagement,
  aRow,
} from './testing-engagement.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const open = (search = '', options: Parameters<typeof openEngagement>[2] = {}) =>
  openEngagement(Screen, search, { screen: '/breakdown', ...options })
type Opened = Awaited<ReturnType<typeof open>>

const of = ({ requests }: Opened, resource: string) =>
  requests.filter(({ path, method }) => method === 'GET' && path.endsWith(`/${resource}`))
const addressOf = ({ router }: Opened) => router.state.location.search as Record<string, unknown>
const table = () => screen.findByRole('table', { name: /Engagement by/ })
const cellsOf = async (name: RegExp) => {
  const row = await screen.findByRole('row', { name })
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}
const breakdown = 'GET /ui/v1/engagement/breakdown'

test('ENGA-002 ENGA-003 views by device: a chart and a table below the two selectors', async () => {
  const opened = await open()
  expect(
    await screen.findByRole('heading', { name: 'Engagement breakdown', level: 1 }),
  ).toBeTruthy()
  expect(await screen.findByRole('slider', { name: 'Views by devices' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Devices Dimension/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Views Metric/ })).toBeTruthy()
  const headers = within(await table()).getAllByRole('columnheader')
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Devices',
    'Views',
    'Unique viewers',
    'Total playing time',
    'Average playing time',
    'Video completion',
  ])
  expect(of(opened, 'breakdown-timeseries')[0]!.search.get('measurement')).toBe('count')
  expect(addressOf(opened)).toEqual({})
})

test('ENGA-005 eight dimensions are offered, devices among them', async () => {
  const user = userEvent.setup()
  const opened = await open()
  await user.click(await screen.findByRole('button', { name: /Dimension/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Video title',
    'Devices',
    'Country',
    'Operating system',
    'Video creator',
    'Player name',
    'Video ID',
    'Page type',
  ])
  await user.click(screen.getByRole('option', { name: 'Country' }))
  expect(addressOf(opened)).toEqual({ dimension: 'country' })
  await waitFor(() =>
    expect(of(opened, 'breakdown').at(-1)!.search.get('dimension')).toBe('country'),
  )
})

test('ENGA-006 ENGA-007 ENGA-019 each number can be chosen; the chart asks for its first seven values', async () => {
  const user = userEvent.setup()
  const opened = await open()
  await user.click(await screen.findByRole('button', { name: /Views Metric/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Views',
    'Unique viewers',
    'Total playing time',
    'Average playing time',
    'Video completion',
  ])
  await user.click(screen.getByRole('option', { name: 'Average playing time' }))
  expect(addressOf(opened)).toEqual({ metric: 'avg_playing_time' })
  await screen.findByRole('slider', { name: 'Average playing time by devices' })
  const asked = of(opened, 'breakdown-timeseries').at(-1)!
  expect(asked.path).toBe('/data/v1/metrics/playing_time/breakdown-timeseries')
  expect(Object.fromEntries(asked.search)).toMatchObject({
    limit: '7',
    measurement: 'avg',
    group_by: 'viewer_device_category',
    order_by: 'value',
    order_direction: 'desc',
  })
  // Choosing a number also sorts the table by it.
  await waitFor(() =>
    expect(of(opened, 'breakdown').at(-1)!.search.get('order_by')).toBe('avg_playing_time'),
  )
})

test('ENGA-007 a link may name metric and measurement as other screens do', async () => {
  const opened = await open('?metric=playing_time&measurement=sum')
  await screen.findByRole('slider', { name: 'Total playing time by devices' })
  expect(of(opened, 'breakdown-timeseries')[0]!.search.get('measurement')).toBe('sum')
})

test('ENGA-004 ENGA-017 the address holds page, order and title', async () => {
  const opened = await open(
    '?title=Low+Tide&dimension=country&page=2&order_by=unique_viewers&order_direction=asc',
    { api: { [breakdown]: aBreakdownResponse([aRow('DE', 20)], 900, 23) } },
  )
  await cellsOf(/Germany/)
  const [asked] = of(opened, 'breakdown')
  expect(Object.fromEntries(asked!.search)).toMatchObject({
    page: '2',
    order_by: 'unique_viewers',
    order_direction: 'asc',
    'filters[]': 'video_title:Low Tide',
  })
  expect(
    screen.getByRole('columnheader', { name: 'Unique viewers' }).getAttribute('aria-sort'),
  ).toBe('ascending')
  expect(screen.getByRole('link', { name: 'Low Tide' })).toBeTruthy()
})

test('ENGA-014 ENGA-015 KIT-048 each number is beside that of the time compared with', async () => {
  const opened = await open('?comparison=1')
  await screen.findAllByText('+200')
  expect(await cellsOf(/Desktop/)).toEqual([
    '900+200vs 700 one day ago',
    '899+200vs 699 one day ago',
    '150 h+33 hvs 117 h one day ago',
    '10 mvs 10 m one day ago',
    '40.00 %vs 40.00 % one day ago',
  ])
  // There were no views on phones at that time.
  expect((await cellsOf(/Phone/))[0]).toBe('384vs – one day ago')
  expect((await cellsOf(/^Total 1,284/))[0]).toBe('1,284+184vs 1,100 one day ago')
  const [now, earlier] = [false, true].map(
    (is) => of(opened, 'breakdown').find((request) => isEarlier(request) === is)!.search,
  )
  expect(earlier!.getAll('timeframe[]')).toEqual([String(end - 2 * 86_400), String(end - 86_400)])
  expect(earlier!.getAll('values[]')).toEqual(['desktop', 'phone'])
  for (const name of ['dimension', 'order_by', 'order_direction', 'limit'])
    expect(earlier!.get(name)).toBe(now!.get(name))
})

test('ENGA-014 a time before the first view is nothing to compare with', async () => {
  await open('?comparison=1', {
    api: {
      'GET /data/v1/metrics/views/timeseries': {
        body: {
          data: [[new Date((end - 2 * 86_400) * 1_000).toISOString(), null, 0]],
          meta: { aggregation: 'count', granularity: 'hour', first_view_at: end - 90_000 },
          timeframe: [end - 2 * 86_400, end - 86_400],
          total_row_count: 1,
        },
      },
    },
  })
  await waitFor(async () => expect((await cellsOf(/Desktop/))[0]).toBe('900vs – one day ago'))
  expect((await cellsOf(/^Total 1,284/))[0]).toBe('1,284vs – one day ago')
})

test('ENGA-016 the total is above several rows, and absent with one row', async () => {
  const several = await open()
  await cellsOf(/Desktop/)
  const rows = within(await table()).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
    expect.stringContaining('Total1,284'),
    expect.stringContaining('Desktop900'),
    expect.stringContaining('Phone384'),
  ])
  several.unmount()
  await stopScreens()
  await open('', { api: { [breakdown]: aBreakdownResponse([aRow('desktop', 1_284)]) } })
  await cellsOf(/Desktop/)
  expect(screen.queryByText('Total')).toBeNull()
  expect(screen.getByText('1 row')).toBeTruthy()
})

test('ENGA-017 every column sorts, once more the other way', async () => {
  const user = userEvent.setup()
  const opened = await open()
  await cellsOf(/Desktop/)
  const press = async (name: string) =>
    user.click(within(await table()).getByRole('button', { name }))
  await press('Total playing time')
  await waitFor(() => expect(addressOf(opened)).toMatchObject({ order_by: 'total_playing_time' }))
  const first = addressOf(opened).order_direction
  await press('Total playing time')
  await waitFor(() => expect(addressOf(opened).order_direction).not.toBe(first))
  await press('Devices')
  await waitFor(() => expect(of(opened, 'breakdown').at(-1)!.search.get('order_by')).toBe('field'))
})

test('ENGA-017 ENGA-018 20 rows a page, and the way to the next', async () => {
  const user = userEvent.setup()
  const page = (number: number) =>
    aBreakdownResponse(
      Array.from({ length: number === 1 ? 20 : 3 }, (_, index) =>
        aRow(`player-${number}-${index}`, 50 - index),
      ),
      1_284,
      23,
    )
  const opened = await open('?dimension=player_name', {
    api: { [breakdown]: ({ search }) => page(Number(search.get('page'))) },
  })
  await cellsOf(/player-1-19/)
  expect(of(opened, 'breakdown')[0]!.search.get('limit')).toBe('20')
  expect(screen.getByText('1–20 of 23')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next page' }))
  await cellsOf(/player-2-2/)
  expect(addressOf(opened)).toMatchObject({ page: '2' })
})

test('ENGA-019 the first values are drawn as lines, with their names, and read as a table', async () => {
  const user = userEvent.setup()
  const fields = ['DE', 'US', 'FR', 'GB', 'SE', 'NO', null]
  await open('?dimension=country', {
    api: { 'GET /data/v1/metrics/views/breakdown-timeseries': aTimeseriesResponse(fields) },
  })
  const chart = await screen.findByRole('slider', { name: 'Views by country' })
  chart.focus()
  await user.keyboard('{Home}')
  expect(chart.getAttribute('aria-valuetext')).toContain('10, Germany')
  expect(chart.getAttribute('aria-valuetext')).toContain('70, Unknown')
  await user.click(screen.getByRole('button', { name: /Options of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show as table' }))
  expect(await screen.findByRole('columnheader', { name: 'Norway' })).toBeTruthy()
})

test('steps before the first view are absent', async () => {
  const { body } = aTimeseriesResponse(['desktop', 'phone'])
  const data = body.data.map((step, index) => ({
    ...step,
    values: index < 2 ? step.values.map((one) => ({ ...one, value: null, views: 0 })) : step.values,
  }))
  const meta = { ...body.meta, first_view_at: end - 1.5 * 3_600 }
  await open('', {
    api: { 'GET /data/v1/metrics/views/breakdown-timeseries': { body: { ...body, data, meta } } },
  })
  const chart = await screen.findByRole('slider', { name: 'Views by devices' })
  chart.focus()
  await userEvent.keyboard('{Home}')
  expect(chart.getAttribute('aria-valuetext')).toContain(': –, Desktop')
  await userEvent.keyboard('{ArrowRight}')
  expect(chart.getAttribute('aria-valuetext')).toContain(': 0, Desktop')
})

test('the last step of a running range is dashed', async () => {
  const { body } = aTimeseriesResponse(['desktop', 'phone'])
  const timeframe = [end - 86_400, end - 1_800]
  const { container } = await open('', {
    api: { 'GET /data/v1/metrics/views/breakdown-timeseries': { body: { ...body, timeframe } } },
  })
  await screen.findByRole('slider', { name: 'Views by devices' })
  const steps = (selector: string) =>
    [...container.querySelectorAll(`.ph-chart-picture ${selector}`)].map(
      (line) => line.getAttribute('d')?.split(/[ML]/).filter(Boolean).length,
    )
  expect(steps('.ph-chart-line:not([data-partial])')).toEqual([2, 2])
  expect(steps('.ph-chart-line[data-partial]')).toEqual([2, 2])
})

test('ENGA-020 rows lead to a title where they are titles, and nowhere else', async () => {
  const titles = aBreakdownResponse([aRow('Low Tide', 9), aRow(null, 2)])
  const byTitle = await open('?dimension=video_title&comparison=7', {
    api: { [breakdown]: titles },
  })
  const link = await screen.findByRole('link', { name: 'Low Tide' })
  expect(link.getAttribute('href')).toMatch(
    /\/engagement\?dimension=video_title&title=Low\+Tide&comparison=7$/,
  )
  expect(within(await table()).getAllByRole('link')).toEqual([link])
  byTitle.unmount()
  await stopScreens()
  const opened = await open()
  await cellsOf(/Desktop/)
  expect(within(await table()).queryAllByRole('link')).toEqual([])
  // Clicking the value filters by it instead.
  await userEvent.click(screen.getByRole('button', { name: 'Desktop' }))
  await waitFor(() =>
    expect(addressOf(opened)).toMatchObject({ filters: ['viewer_device_category:desktop'] }),
  )
})

test('ENGA-021 a breakdown that cannot be loaded shows an error and can be loaded again', async () => {
  const user = userEvent.setup()
  let isBroken = true
  await open('', {
    api: {
      [breakdown]: () =>
        isBroken
          ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No.'] } } }
          : aBreakdownResponse([aRow('desktop', 9)]),
    },
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('API Request Failed')
  expect(alert.textContent).toContain('Error retrieving engagement breakdown data')
  expect(await screen.findByRole('slider', { name: 'Views by devices' })).toBeTruthy()
  isBroken = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await cellsOf(/Desktop/)
})

test('ENGA-021 a failed comparison shows an error, and the numbers stay', async () => {
  await open('?comparison=30', {
    api: {
      [breakdown]: (request) =>
        isEarlier(request)
          ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No.'] } } }
          : aBreakdownResponse([aRow('desktop', 9)]),
    },
  })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Error retrieving engagement breakdown data',
  )
  expect((await cellsOf(/Desktop/))[0]).toBe('9vs – one month ago')
})

test('older ranges offer only what is known of them', async () => {
  const user = userEvent.setup()
  const opened = await open('?dimension=country&timeframe[]=6:months', {
    featureFlags: { historicalMetrics: true },
  })
  await cellsOf(/Desktop/)
  expect(of(opened, 'breakdown')[0]!.search.get('dimension')).toBe('viewer_device_category')
  await user.click(screen.getByRole('button', { name: /Dimension/ }))
  expect(screen.queryByRole('option', { name: 'Country' })).toBeNull()
  expect(screen.getByRole('option', { name: 'Video title' })).toBeTruthy()
})

test('nothing watched says so', async () => {
  await open('', { api: { [breakdown]: aBreakdownResponse([], 0) } })
  expect(await screen.findByText('No Results Found')).toBeTruthy()
})
