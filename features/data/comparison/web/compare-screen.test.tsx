import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { metricTree } from '@playhead/metrics/metric-tree.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, ReceivedRequest } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './compare-screen.tsx'
import { DifferenceNote } from './difference-cell.tsx'

afterEach(stopScreens)

const startup: Record<string, number> = { fastly: 1_000, akamai: 1_600, cloudfront: 1_020 }

const column = ({ search }: ReceivedRequest) => {
  const value = startup[search.get('value') ?? ''] ?? 1_200
  return {
    body: {
      data: {
        views: value * 2,
        unique_viewers: 9,
        watch_time: 1,
        playing_time: 1,
        values: [
          {
            metric: 'video_startup_time',
            measurement: 'avg',
            value,
            low: value - 50,
            high: value + 50,
          },
          {
            metric: 'video_startup_time',
            measurement: 'median',
            value: 7_000,
            low: null,
            high: null,
          },
          {
            metric: 'playback_failure_percentage',
            measurement: 'avg',
            value: value / 50_000,
            low: (value - 50) / 50_000,
            high: (value + 50) / 50_000,
          },
          {
            metric: 'viewer_experience_score',
            measurement: 'avg',
            value: 0.9,
            low: 0.8,
            high: 0.95,
          },
        ],
      },
      meta: {},
      timeframe: [0, 1],
      total_row_count: 3,
    },
  }
}

const list = (data: unknown[]) => ({
  body: { data, timeframe: [0, 1], total_row_count: data.length, page: 1, limit: 100 },
})

const handlers: ApiHandlers = {
  'GET /ui/v1/metrics/comparison': column,
  'GET /ui/v1/dimensions': list([
    { id: 'cdn', display_name: 'CDN', category: 'network', basic: true },
    { id: 'country', display_name: 'Country', category: 'geography', basic: false },
  ]),
  'GET /data/v1/dimensions/cdn': list(
    ['fastly', 'akamai', 'cloudfront', 'edgio', 'bunny'].map((value, index) => ({
      value,
      total_count: 90 - index,
    })),
  ),
  'GET /data/v1/dimensions/country': list([{ value: 'DE', total_count: 5 }]),
}

const place = '/organizations/$organizationId/environments/$environmentId/'
const open = (below: string, api: ApiHandlers = {}, address = 'compare/$dimension') =>
  openScreen(Screen, {
    address: place + address,
    href: place.replace('$organizationId', 'o').replace('$environmentId', 'e') + below,
    api: { ...handlers, ...api },
  })

const heads = async () => {
  const table = await screen.findByRole('table', { name: 'Comparison' })
  return within(table)
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
}

const rowOf = async (name: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(`^${name}`) })
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}

const cdns = (...values: string[]) =>
  `compare/cdn?${values.map((value) => `comparisons[]=${value}`).join('&')}`

test('METR-087 METR-090 each value of the address has a column with the same metrics, in their order', async () => {
  const { requests } = await open(cdns('fastly', 'akamai'))
  expect(await heads()).toEqual(['Metric', 'Fastly', 'Akamai'])
  await waitFor(async () => expect(await rowOf('Views')).toEqual(['2,000', '3,200']))
  expect((await rowOf('Video startup time'))[0]).toBe('1.00 s')
  const asked = requests.filter(({ path }) => path === '/ui/v1/metrics/comparison')
  expect(asked.map(({ search }) => [search.get('dimension'), search.get('value')])).toEqual([
    ['cdn', 'fastly'],
    ['cdn', 'akamai'],
  ])
  const shown = screen.getAllByRole('rowheader').map((header) => header.textContent)
  const inOrder = metricTree.flatMap(({ metric, items }) => [
    ...(metric ? [metrics[metric].title] : []),
    ...items.filter((id) => id !== 'views').map((id) => metrics[id].title),
  ])
  expect(shown.filter((title) => inOrder.includes(title))).toEqual(inOrder)
})

test('the difference to the first column has its interval and whether it can be chance', async () => {
  await open(cdns('fastly', 'akamai', 'cloudfront'))
  await waitFor(async () =>
    expect(await rowOf('Video startup time')).toEqual([
      '1.00 s',
      '1.60 s+0.60 s (+0.53 s to +0.67 s) · Worse',
      '1.02 s+0.02 s (−0.05 s to +0.09 s) · Can be chance',
    ]),
  )
  await userEvent.click(screen.getByRole('radio', { name: 'Median' }))
  // Without intervals the cell says nothing about chance.
  await waitFor(async () => expect((await rowOf('Video startup time'))[1]).toBe('7.00 s0.00 s'))
})

test('METR-090 a difference that is written as zero is neither better nor worse', () => {
  const { container } = render(
    <DifferenceNote
      difference={{ value: 0.4, low: 0.1, high: 5.4, canBeChance: false }}
      metric={metrics.video_startup_time}
      measurement="avg"
      beside={900}
    />,
  )
  expect(container.textContent).toBe('No difference')
})

test('METR-090 a difference is in the unit of the value above it', () => {
  const { container } = render(
    <DifferenceNote
      difference={{ value: 20_000, low: 14_000, high: 26_000, canBeChance: false }}
      metric={metrics.rebuffer_duration}
      measurement="avg"
      beside={200_000}
    />,
  )
  expect(container.textContent).toBe('+0.33 m (+0.23 m to +0.43 m) · Worse')
})

test('percentages differ by percentage points, which are said in full', async () => {
  await open(cdns('fastly', 'akamai'))
  const cell = await screen.findByText(/^\+1\.20/, { selector: 'td span' })
  const [points] = within(cell).getAllByText('pp')
  expect(points!.getAttribute('aria-hidden')).toBe('true')
  const said = cell.textContent.replaceAll('pppercentage', 'percentage')
  expect(said).toBe(
    '+1.20 percentage points (+1.06 percentage points to +1.34 percentage points) · Worse',
  )
})

test('METR-088 a breadcrumb leads back to Metrics with the same question', async () => {
  await open(`${cdns('fastly')}&filters[]=country:DE&timeframe[]=7:days`)
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
  const link = within(crumbs).getByRole('link', { name: 'Metrics' })
  expect(decodeURIComponent(link.getAttribute('href')!)).toBe(
    '/organizations/o/environments/e/metrics?timeframe[]=7:days&filters[]=country:DE',
  )
})

test('METR-089 columns are added up to four, then the button hides; the last one gone leaves All', async () => {
  const { router } = await open('compare/cdn')
  expect(await heads()).toEqual(['Metric', 'All views'])
  for (const value of ['Akamai', 'Fastly', 'Edgio']) {
    await userEvent.click(screen.getByRole('button', { name: 'Add column' }))
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(value) }))
  }
  expect(await heads()).toEqual(['Metric', 'All views', 'Akamai', 'Fastly', 'Edgio'])
  expect(screen.queryByRole('button', { name: 'Add column' })).toBeNull()
  for (const value of ['All views', 'Akamai', 'Fastly'])
    await userEvent.click(screen.getByRole('button', { name: `Remove ${value}` }))
  expect(router.state.location.search).toEqual({ comparisons: ['edgio'] })
  await userEvent.click(screen.getByRole('button', { name: 'Edgio, change the value of column 1' }))
  await userEvent.click(await screen.findByRole('option', { name: /Bunny/ }))
  await waitFor(async () => expect(await heads()).toEqual(['Metric', 'Bunny']))
})

test('METR-089 no list, an empty list and more than four values are made fit', async () => {
  await open('compare', {}, 'compare')
  expect(await heads()).toEqual(['Metric', 'All views'])
  expect(screen.getByRole('button', { name: 'Dimension: Browser' })).toBeTruthy()
  await stopScreens()
  await open(cdns('a', 'b', 'c', 'd', 'e'))
  expect(await heads()).toEqual(['Metric', 'a', 'b', 'c', 'd'])
})

test('METR-087 another dimension is another address, and begins with all views', async () => {
  const { router } = await open(`${cdns('fastly', 'akamai')}&filters[]=browser:Chrome`)
  await userEvent.click(await screen.findByRole('button', { name: 'Dimension: CDN' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Country' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/organizations/o/environments/e/compare/country'),
  )
  expect(router.state.location.search).toEqual({ filters: ['browser:Chrome'] })
  expect(await heads()).toEqual(['Metric', 'All views'])
})

test('a column that fails offers to try again while the others stay', async () => {
  let isBroken = true
  await open(cdns('fastly', 'akamai'), {
    'GET /ui/v1/metrics/comparison': (request) =>
      isBroken && request.search.get('value') === 'akamai'
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
        : column(request),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  await waitFor(async () => expect((await rowOf('Views'))[0]).toBe('2,000'))
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await rowOf('Views')).toEqual(['2,000', '3,200']))
})

test('while exact values take long, those of a sample stand there and say so', async () => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const sampled = (request: ReceivedRequest) => {
    const { body } = column(request)
    return {
      body: { ...body, data: { ...body.data, sample_of: 16, views: 1_600, unique_viewers: null } },
    }
  }
  await open(cdns('fastly'), {
    'GET /ui/v1/metrics/comparison': (request) => ({ ...column(request), after: isReleased }),
    'GET /ui/v1/metrics/comparison/sample': sampled,
  })
  await waitFor(async () => expect(await rowOf('Views')).toEqual(['1,600']))
  const note = /^From 1 view in 16 for now; the exact values follow\./
  expect(screen.getByText(note)).toBeTruthy()
  release()
  await waitFor(async () => expect(await rowOf('Views')).toEqual(['2,000']))
  expect(screen.queryByText(note)).toBeNull()
})

test('a sample that comes after the exact values replaces none of them', async () => {
  let release = () => {}
  const isAsked = new Promise<void>((resolve) => (release = resolve))
  const { requests } = await open(cdns('fastly'), {
    'GET /ui/v1/metrics/comparison': (request) => ({ ...column(request), after: isAsked }),
    'GET /ui/v1/metrics/comparison/sample': (request) => {
      release()
      const { body } = column(request)
      return {
        body: { ...body, data: { ...body.data, views: 1_600 } },
        after: waitFor(async () => expect(await rowOf('Views')).toEqual(['2,000'])),
      }
    },
  })
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/sample'))).toBe(true))
  await waitFor(async () => expect(await rowOf('Views')).toEqual(['2,000']))
  expect(screen.queryByText(/^From 1 view in 16/)).toBeNull()
})
