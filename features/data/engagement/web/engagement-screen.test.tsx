import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './engagement-screen.tsx'
import {
  aBreakdownResponse,
  devices,
  end,
  isEarlier,
  openEngagement,
  aRow,
  timeframe,
} from './testing-engagement.tsx'

beforeEach(() => toasts.clear())
afterEach(stopScreens)

const open = (search = '', options: Parameters<typeof openEngagement>[2] = {}) =>
  openEngagement(Screen, search, options)
type Opened = Awaited<ReturnType<typeof open>>

const of = ({ requests }: Opened, resource: string) =>
  requests.filter(({ path, method }) => method === 'GET' && path.endsWith(`/${resource}`))
const addressOf = ({ router }: Opened) => router.state.location.search as Record<string, unknown>
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })

const allTitles = ['Aurora Station', 'Low Tide', 'The Keeper of the Tide', 'Night Train']

/** Matches as the server does: part of the title, in any case. */
const titles: ApiHandlers = {
  'GET /data/v1/dimensions/video_title': ({ search }) => {
    const wanted = (search.get('query') ?? '').toLowerCase()
    const found = allTitles.filter((title) => title.toLowerCase().includes(wanted))
    return {
      body: {
        data: found.map((value) => ({ value, total_count: 10 })),
        timeframe,
        total_row_count: found.length,
        page: 1,
        limit: 25,
      },
    }
  },
}
const search = () => screen.findByRole('combobox', { name: 'Search Titles' })

test('ENGA-001 ENGA-003 it opens with 24 hours, a chart for each number, and views by device', async () => {
  const opened = await open()
  expect(await screen.findByRole('heading', { name: 'Engagement', level: 1 })).toBeTruthy()
  const names = [
    'Views',
    'Unique viewers',
    'Total playing time',
    'Average playing time',
    'Video completion',
  ]
  for (const name of names) {
    const card = (await heading(name)).closest('section')!
    expect(await within(card).findByRole('slider')).toBeTruthy()
  }
  expect(screen.getByRole('button', { name: 'Last 24 hours' })).toBeTruthy()
  const list = await screen.findByRole('list', { name: 'Top values' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Desktop90070.1 %', 'Phone38429.9 %'])
  const [asked, ...more] = of(opened, 'breakdown')
  expect(more).toEqual([])
  expect(Object.fromEntries(asked!.search)).toMatchObject({
    'timeframe[]': '24:hours',
    dimension: 'viewer_device_category',
    order_by: 'views',
    limit: '7',
  })
})

test('ENGA-006 ENGA-007 every number is asked by its metric and measurement, in minutes, hours and percent', async () => {
  const opened = await open()
  await waitFor(() => expect(of(opened, 'timeseries')).toHaveLength(5))
  expect(
    of(opened, 'timeseries')
      .map(({ path, search: asked }) => `${path.split('/').at(-2)} ${asked.get('measurement')}`)
      .toSorted(),
  ).toEqual([
    'playing_time avg',
    'playing_time sum',
    'unique_viewers count',
    'video_completion_percentage avg',
    'views count',
  ])
  const text = async (name: string) => (await heading(name)).closest('section')!.textContent
  await screen.findByText('1,284')
  expect(await text('Views')).toContain('1,284')
  expect(await text('Unique viewers')).toContain('1,283')
  expect(await text('Total playing time')).toContain('214h')
  expect(await text('Average playing time')).toContain('10m')
  expect(await text('Video completion')).toContain('40.00%')
})

test('ENGA-001 the charts and the top values lead to the breakdown, asked the same', async () => {
  await open('?dimension=country&filters[]=browser:Chrome&timeframe[]=7:days')
  const chart = await screen.findByRole('link', { name: 'Total playing time' })
  const to = `/organizations/${ids.organization}/environments/${ids.environment}/engagement/breakdown`
  expect(chart.getAttribute('href')).toBe(
    `${to}?metric=total_playing_time&dimension=country&timeframe[]=7:days&filters[]=browser:Chrome`,
  )
  expect((await screen.findByRole('link', { name: 'See all' })).getAttribute('href')).toBe(
    `${to}?dimension=country&timeframe[]=7:days&filters[]=browser:Chrome`,
  )
})

test('ENGA-009 the title search asks for titles that hold what was typed, in any case', async () => {
  const user = userEvent.setup()
  const opened = await open('', { api: titles })
  expect(of(opened, 'video_title')).toEqual([])
  const field = await search()
  expect(field.getAttribute('placeholder')).toBe('Search Titles')
  await user.click(field)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  await user.type(field, 'TIDE')
  await waitFor(() => expect(of(opened, 'video_title').at(-1)?.search.get('query')).toBe('TIDE'))
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Low Tide',
      'The Keeper of the Tide',
    ]),
  )
})

test('ENGA-010 a chosen title is in the address, and everything is about it alone', async () => {
  const user = userEvent.setup()
  const opened = await open('', { api: titles })
  await user.type(await search(), 'low')
  await user.click(await screen.findByRole('option', { name: 'Low Tide' }))
  expect(await screen.findByRole('heading', { name: 'Low Tide', level: 1 })).toBeTruthy()
  expect(addressOf(opened)).toMatchObject({ title: 'Low Tide' })
  const parts = await screen.findByRole('slider', { name: 'Parts of the video' })
  const [course] = of(opened, 'course')
  expect(course!.search.get('subject')).toBe('video_title')
  expect(course!.search.get('id')).toBe('Low Tide')
  await waitFor(() =>
    expect(of(opened, 'breakdown').at(-1)!.search.getAll('filters[]')).toEqual([
      'video_title:Low Tide',
    ]),
  )
  const about = (resource: string) =>
    of(opened, resource).filter(({ search: asked }) =>
      asked.getAll('filters[]').includes('video_title:Low Tide'),
    )
  await waitFor(() => expect(about('timeseries')).toHaveLength(5))
  // Keyboard users move through the parts one by one.
  parts.focus()
  await user.keyboard('{Home}')
  expect(parts.getAttribute('aria-valuetext')).toBe('0:00 to 1:00: 100.0 %, watched this part')
  await user.keyboard('{ArrowRight}')
  expect(parts.getAttribute('aria-valuetext')).toContain('1:00 to 2:00: 50.0 %')
  const most = screen.getByRole('list', { name: 'Most watched parts' })
  expect(most.textContent).toContain('0:00 to 1:00')
  // And back to all videos.
  await user.click(screen.getByRole('link', { name: 'Engagement' }))
  expect(await screen.findByRole('heading', { name: 'Engagement', level: 1 })).toBeTruthy()
  expect(addressOf(opened)).not.toHaveProperty('title')
})

test('ENGA-004 ENGA-010 an asset opens by assetId', async () => {
  const opened = await open('?assetId=asset-7')
  expect(await screen.findByRole('heading', { name: 'Asset asset-7', level: 1 })).toBeTruthy()
  await screen.findByRole('slider', { name: 'Parts of the video' })
  expect(of(opened, 'course')[0]!.search.get('subject')).toBe('asset_id')
  await waitFor(() =>
    expect(of(opened, 'breakdown')[0]?.search.getAll('filters[]')).toEqual(['asset_id:asset-7']),
  )
})

test('ENGA-010 a title that was not watched says why, and offers what helps', async () => {
  const nothing = { value: [], hotspots: [], total_views: 0, duration_ms: 0 }
  await open('?title=Low+Tide&timeframe[]=24:hours', {
    api: {
      'GET /ui/v1/engagement/course': {
        body: { data: nothing, timeframe, total_row_count: null },
      },
      'GET /ui/v1/environment': {
        body: {
          data: {
            id: ids.environment,
            name: 'Production',
            type: 'production',
            organization_id: ids.organization,
            url: null,
            status: 'integrated',
            key: 'key',
            created_at: '2026-01-01T00:00:00.000Z',
          },
        },
      },
    },
  })
  expect(await screen.findByText('None of it was watched')).toBeTruthy()
  expect(screen.getByText(/^No view of it in this time frame\. A longer one may/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show the last 30 days' })).toBeTruthy()
})

test('the page says what is not available for an older range, and keeps the numbers', async () => {
  const opened = await open('?title=Low+Tide&timeframe[]=6:months', {
    featureFlags: { historicalMetrics: true },
  })
  expect(await screen.findByText('Not available for the selected time range')).toBeTruthy()
  await screen.findByText('1,284')
  expect(of(opened, 'course')).toEqual([])
})

test('ENGA-011 the search says when titles cannot be loaded', async () => {
  const user = userEvent.setup()
  await open('', {
    api: {
      'GET /data/v1/dimensions/video_title': {
        status: 400,
        body: { error: { type: 'invalid_parameters', messages: ['No.'] } },
      },
    },
  })
  await user.click(await search())
  expect(await screen.findByText('Video Titles Not Found')).toBeTruthy()
  expect(screen.getAllByText('Error fetching video titles').length).toBeGreaterThan(0)
})

test('ENGA-012 four comparisons, each the same question of that many days ago', async () => {
  const user = userEvent.setup()
  const opened = await open()
  const control = await screen.findByRole('button', { name: /Compare with/ })
  await user.click(control)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'No comparison',
    'One day ago',
    'One week ago',
    'One month ago',
    'Three months ago',
  ])
  await user.click(screen.getByRole('option', { name: 'One week ago' }))
  expect(addressOf(opened)).toEqual({ comparison: '7' })
  expect(await screen.findByText('vs 1,100 one week ago')).toBeTruthy()
  expect((await heading('Views')).closest('section')!.textContent).toContain('1,284+184')
  const week = 7 * 86_400
  const earlier = [String(end - 86_400 - week), String(end - week)]
  await waitFor(() => {
    const compared = [...of(opened, 'timeseries'), ...of(opened, 'breakdown')].filter(isEarlier)
    expect(compared).toHaveLength(6)
    for (const { search: asked } of compared) expect(asked.getAll('timeframe[]')).toEqual(earlier)
  })
})

test('ENGA-012 C compares with the option as long as the timeframe, X drops it', async () => {
  const user = userEvent.setup()
  const opened = await open('?timeframe[]=7:days')
  await screen.findByText('1,284')
  await user.keyboard('c')
  await waitFor(() => expect(addressOf(opened)).toMatchObject({ comparison: '7' }))
  await user.keyboard('x')
  await waitFor(() => expect(addressOf(opened)).not.toHaveProperty('comparison'))
})

test.each(['2', 'yesterday', '90'])(
  'ENGA-013 the comparison %s, unknown or no longer kept, is removed with a message',
  async (days) => {
    const opened = await open(`?timeframe[]=30:days&comparison=${days}`, {
      featureFlags: { historicalMetrics: false, retentionDays: 100 },
    })
    expect(await screen.findByText('Comparison timeframe unavailable')).toBeTruthy()
    expect(
      screen.getByText('Comparison timeframe exceeds the available retention period'),
    ).toBeTruthy()
    expect(addressOf(opened)).toEqual({ timeframe: ['30:days'] })
    await screen.findByText('1,284')
    expect(of(opened, 'breakdown').filter(isEarlier)).toEqual([])
  },
)

test('ENGA-013 a comparison that is still kept stays', async () => {
  const opened = await open('?timeframe[]=30:days&comparison=90', {
    featureFlags: { historicalMetrics: false, retentionDays: 121 },
  })
  await screen.findByText('vs 1,100 three months ago')
  expect(addressOf(opened)).toMatchObject({ comparison: '90' })
  expect(screen.queryByText('Comparison timeframe unavailable')).toBeNull()
})

test('ENGA-021 numbers that cannot be loaded show an error and can be loaded again', async () => {
  const user = userEvent.setup()
  let isBroken = true
  await open('', {
    api: {
      'GET /ui/v1/engagement/breakdown': () =>
        isBroken
          ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['No.'] } } }
          : aBreakdownResponse(devices),
    },
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('API Request Failed')
  expect(alert.textContent).toContain('Error retrieving engagement breakdown data')
  // The charts keep working.
  expect(await screen.findByRole('slider', { name: 'Views' })).toBeTruthy()
  isBroken = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('list', { name: 'Top values' })).toBeTruthy()
})

test('a value of the top values filters, a title opens', async () => {
  const user = userEvent.setup()
  const opened = await open()
  await user.click(await screen.findByRole('button', { name: 'Phone' }))
  await waitFor(() =>
    expect(addressOf(opened)).toMatchObject({ filters: ['viewer_device_category:phone'] }),
  )
  await stopScreens()
  await open('?dimension=video_title', {
    api: {
      'GET /ui/v1/engagement/breakdown': aBreakdownResponse([aRow('Low Tide', 9)]),
    },
  })
  expect((await screen.findByRole('link', { name: 'Low Tide' })).getAttribute('href')).toContain(
    'title=Low+Tide',
  )
})
