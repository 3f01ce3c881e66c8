import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import { cardMetrics, cardTitles } from './data/metric-values.ts'
import { Screen } from './metric-screen.tsx'
import {
  aBreakdownResponse,
  aBreakdownCall,
  monitoringPath,
  newest,
  openMonitoring,
  aTimeseriesCall,
} from './testing-monitoring.tsx'

afterEach(stopScreens)

const rebuffering = 'current-rebuffering-percentage'
const card = (name: string) => screen.findByRole('region', { name })

const rows = [
  { value: 'fastly', metric: 0.1, viewers: 100 },
  ...Array.from({ length: 6 }, (_, at) => ({ value: `cdn-${at}`, metric: 0.01, viewers: 150 })),
]

describe('MONI-003 each metric has a page', () => {
  test.each(cardMetrics)('%s', async (metric) => {
    const { requests } = await openMonitoring(Screen, { page: metric })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(cardTitles[metric])
    expect(await screen.findByRole('slider', { name: new RegExp(cardTitles[metric]) })).toBeTruthy()
    const back = within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getByRole('link')
    expect(back.getAttribute('href')).toBe(monitoringPath)
    await card('Country')
    const asked = requests.filter(({ path }) => path.includes('/metrics/'))
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    for (const { path } of asked) expect(path).toContain(`/metrics/${metric}/`)
  })
})

test('MONI-024 MONI-025 every dimension has a card of five values, and a drawer with all', async () => {
  const { requests } = await openMonitoring(Screen, {
    page: rebuffering,
    api: { [aBreakdownCall(rebuffering)]: aBreakdownResponse(rows, 40) },
  })
  const cdn = await card('CDN')
  expect(await within(cdn).findAllByRole('row')).toHaveLength(1 + 5)
  const dimensions = () => new Set(requests.flatMap(({ search }) => search.get('dimension') ?? []))
  await waitFor(() => expect(dimensions().size).toBe(16))
  for (const { search } of requests) expect(search.has('limit')).toBe(false)
  await userEvent.click(within(cdn).getByRole('button', { name: 'All 40 of CDN' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'CDN' }))
  await waitFor(() => expect(drawer.getAllByRole('row')).toHaveLength(1 + 7))
  expect(drawer.getByText('The first 7 of 40.')).toBeTruthy()
})

test('values with at least twice the impact of their share of the audience are marked', async () => {
  await openMonitoring(Screen, {
    page: rebuffering,
    api: { [aBreakdownCall(rebuffering)]: aBreakdownResponse(rows) },
  })
  const cdn = within(await card('CDN'))
  const [, first, second] = await cdn.findAllByRole('row')
  // 100 of 1,000 viewers, and 10 of 19 lost seconds.
  expect(
    within(first!).getByRole('button', { name: '5.3 times its share of viewers' }),
  ).toBeTruthy()
  expect(first!.textContent).toContain('10.00 %')
  expect(within(second!).queryByRole('button')).toBeNull()
})

test('MONI-012 MONI-022 a chosen time asks for its window and its moment, and nothing is asked again', async () => {
  const start = newest - 7_200
  const { requests } = await openMonitoring(Screen, {
    page: rebuffering,
    search: `?start=${start}&timestamp=${start + 600}`,
  })
  await card('Country')
  const of = (kind: string) => requests.filter(({ path }) => path.endsWith(kind))
  await waitFor(() => expect(of('/breakdown')).toHaveLength(16))
  expect(of('/timeseries').map(({ search }) => search.get('timestamp'))).toEqual([String(start)])
  for (const { search } of of('/breakdown'))
    expect(search.get('timestamp')).toBe(String(start + 600))
  expect(screen.getByText('Paused')).toBeTruthy()
})

test('a selected stretch leads to the ended views of the same time and filters', async () => {
  const { router } = await openMonitoring(Screen, {
    page: rebuffering,
    search: '?filters[]=country:US',
  })
  const chart = await screen.findByRole('slider', { name: /Rebuffering/ })
  chart.focus()
  await userEvent.keyboard('{Home}{Shift>}{PageUp}{/Shift}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/metrics$/))
  const first = Math.floor((newest - 1_795) / 60) * 60
  expect(router.state.location.search).toEqual({
    metric: 'rebuffer_percentage',
    timeframe: [String(first), String(Math.ceil((newest - 1_795 + 185) / 60) * 60)],
    filters: ['country:US'],
  })
})

test('a chart that fails offers to try again, and the breakdowns stay', async () => {
  const away = { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
  await openMonitoring(Screen, { page: rebuffering, api: { [aTimeseriesCall(rebuffering)]: away } })
  expect(await screen.findByText('Failed to load data')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(await within(await card('Country')).findByText('Germany')).toBeTruthy()
})
