import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { stopScreens } from '@playhead/web-kit/testing.tsx'
import type { MonitoringMetricId } from './data/metric-values.ts'
import { Screen } from './overview-screen.tsx'
import {
  aTimeseriesResponse,
  isWaiting,
  monitoringPath,
  newest,
  openMonitoring,
  aTimeseriesCall,
} from './testing-monitoring.tsx'

afterEach(async () => {
  vi.useRealTimers()
  await stopScreens()
})

const card = (name: string) => screen.findByRole('region', { name })
const viewers = 'current-concurrent-viewers'

test('MONI-001 MONI-002 MONI-004 MONI-005 the overview shows every metric with its unit and links each to its page, in the dark', async () => {
  const { unmount } = await openMonitoring(Screen, { search: '?filters[]=cdn:fastly' })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Monitoring')
  const texts = {
    'Concurrent viewers': '103',
    'Average bitrate': '6.24Mbps',
    Rebuffering: '0.38%',
    'Exits before video start': '2.90%',
    'Playback failures': '1.84%',
    'Video startup failures': '0.41%',
  }
  for (const [name, text] of Object.entries(texts))
    await waitFor(async () => expect((await card(name)).textContent).toContain(text))
  expect((await card('Concurrent viewers')).textContent).toContain('+3.0 %')
  expect((await card('Playback failures')).textContent).toContain(
    '+1.10 pppercentage points, worse',
  )
  const link = within(await card('Rebuffering')).getByRole('link', { name: 'Rebuffering' })
  expect(link.getAttribute('href')).toBe(
    `${monitoringPath}/current-rebuffering-percentage?filters[]=cdn:fastly`,
  )
  expect(document.documentElement.dataset.theme).toBe('dark')
  unmount()
  expect(document.documentElement.dataset.theme).not.toBe('dark')
})

test('MONI-006 top titles are marked against five minutes before, and both are means of fifteen seconds', async () => {
  const { requests } = await openMonitoring(Screen)
  const titles = within(await screen.findByRole('list', { name: 'Top titles' }))
  expect(titles.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1Cup final50▲increased',
    '2Nightly News20▼decreased',
    '3Glass Mountain10',
  ])
  const ranges = requests
    .filter(({ search }) => search.get('dimension') === 'video_title')
    .map(({ search }) => search.getAll('timeframe[]').map(Number))
  for (const [start = 0, end = 0] of ranges) expect(end - start).toBe(15)
  const ends = ranges.map(([, end = 0]) => end)
  expect(Math.max(...ends) - Math.min(...ends)).toBe(300)
})

test('countries are in a table beside the map, with the names and shares of all viewers', async () => {
  await openMonitoring(Screen)
  const table = await screen.findByRole('table', { name: 'Viewers by country' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'United States6058.3 %',
    'Germany3029.1 %',
    'Unknown1312.6 %',
  ])
  await waitFor(() =>
    expect(document.querySelector('[data-code="DE"]')?.textContent).toBe('Germany: 30'),
  )
  expect(document.querySelector('[data-code="FR"]')?.getAttribute('data-known')).toBeNull()
})

test('the startup time is the median of the newest minute, with the spread of half an hour', async () => {
  await openMonitoring(Screen)
  const times = await card('Startup time')
  await waitFor(() => expect(times.textContent).toContain('1.48smedian'))
  const chart = within(times).getByRole('slider', { name: /Startup times/ })
  await userEvent.click(chart)
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
  expect(chart.getAttribute('aria-valuetext')).toBe('0.5 to 1 s: 9, starts')
})

test('MONI-007 filters of the address narrow every question, at most five of them', async () => {
  const given = ['country:US', 'country:DE', 'cdn:fastly', '!asn:3320', 'video_id:a', 'video_id:b']
  const { requests, router } = await openMonitoring(Screen, {
    search: `?${given.map((one) => `filters[]=${one}`).join('&')}`,
  })
  await waitFor(() => expect(router.state.location.search).toEqual({ filters: given.slice(0, 5) }))
  await screen.findByRole('list', { name: 'Top titles' })
  const asked = requests.filter(({ path }) => path.includes('/metrics/'))
  expect(asked.length).toBeGreaterThan(8)
  for (const { search } of asked) expect(search.getAll('filters[]')).toEqual(given.slice(0, 5))
  await userEvent.click(screen.getByRole('button', { name: /^Country/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }))
  const values = within(await dialog.findByRole('region', { name: 'Country' }))
  expect(await values.findByText('At most 5 filters apply to real-time data.')).toBeTruthy()
  expect((await values.findByRole('checkbox', { name: /Unknown/ })).matches(':disabled')).toBe(true)
  await userEvent.click(values.getByRole('checkbox', { name: /United States.*60 viewers/ }))
  expect(values.getByRole('checkbox', { name: /Unknown/ }).matches(':disabled')).toBe(false)
  expect(dialog.queryByText('Browser')).toBeNull()
})

test('MONI-008 MONI-009 MONI-011 MONI-012 MONI-022 a pause holds the newest step in the address, and live drops it', async () => {
  const { requests, router } = await openMonitoring(Screen)
  await waitFor(async () => expect((await card('Concurrent viewers')).textContent).toContain('103'))
  expect(screen.getByText('Live', { selector: '.ph-live' })).toBeTruthy()
  expect(requests.some(({ search }) => search.has('timestamp'))).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Paused')).toBeTruthy()
  const { timestamp } = router.state.location.search as { timestamp: string }
  expect(Number(timestamp) - newest).toBeLessThanOrEqual(60)
  expect(Number(timestamp) % 5).toBe(0)
  await waitFor(() =>
    expect(
      requests.filter(
        ({ search }) => search.get('timestamp') === String(Number(timestamp) - 1_795),
      ),
    ).toHaveLength(7),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Live' }))
  expect(await screen.findByText('Live', { selector: '.ph-live' })).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('MONI-010 MONI-013 a step back shows half an hour that ended ten minutes ago', async () => {
  const { router } = await openMonitoring(Screen)
  await waitFor(async () => expect((await card('Concurrent viewers')).textContent).toContain('103'))
  expect(screen.getByRole('button', { name: '10 minutes forward' }).matches(':disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '10 minutes back' }))
  const back = router.state.location.search as { start: string; timestamp: string }
  expect(Number(back.timestamp) - Number(back.start)).toBe(1_795)
  await userEvent.click(screen.getByRole('button', { name: '10 minutes back' }))
  const further = router.state.location.search as { start: string }
  expect(Number(back.start) - Number(further.start)).toBe(600)
  await userEvent.click(screen.getByRole('button', { name: '10 minutes forward' }))
  expect(router.state.location.search).toEqual(back)
  await userEvent.click(screen.getByRole('button', { name: '10 minutes forward' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('MONI-010 MONI-013 MONI-014 MONI-015 a custom time is typed, its end is read-only, and a wrong one has the style of errors', async () => {
  const { router } = await openMonitoring(Screen)
  await userEvent.click(await screen.findByRole('button', { name: /^Custom time/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Custom time' }))
  const [hour, minute] = [dialog.getByLabelText('Hour'), dialog.getByLabelText('Minute')]
  expect(dialog.getByLabelText('Until').hasAttribute('readonly')).toBe(true)
  const type = async (field: HTMLElement, text: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  await type(hour, '24')
  expect(hour.getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByRole('button', { name: 'Show' }).matches(':disabled')).toBe(true)
  // Yesterday at midnight is always more than 24 hours ago, or exactly that.
  await userEvent.click(dialog.getByRole('radio', { name: 'Yesterday' }))
  await type(hour, '0')
  await type(minute, '0')
  expect(hour.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(dialog.getByRole('radio', { name: 'Today' }))
  await userEvent.click(minute)
  expect(hour.getAttribute('aria-invalid')).toBeNull()
  expect([hour, minute].map((field) => (field as HTMLInputElement).value)).toEqual(['00', '00'])
  expect(dialog.getByLabelText<HTMLInputElement>('Until').value).toBe('00:30')
  await userEvent.click(dialog.getByRole('button', { name: 'Show' }))
  const midnight = new Date(newest * 1_000).setHours(0, 0, 0, 0) / 1_000
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ start: String(midnight) }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('MONI-014 an address of more than a day ago asks nothing and leads back to live', async () => {
  const { requests, router } = await openMonitoring(Screen, { search: `?start=${newest - 90_000}` })
  expect(await screen.findByText('Real-time data is kept for 24 hours.')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Back to live' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('a value of more than a minute ago is no value of now', async () => {
  const metric = 'current-rebuffering-percentage'
  const { body } = aTimeseriesResponse(0.1, 0.5991)
  const valued = (unknownSteps: number) => {
    const known = body.data.length - unknownSteps
    const data = body.data.map((step, index) => ({ ...step, value: index < known ? 0.5991 : null }))
    return { [aTimeseriesCall(metric)]: { body: { ...body, data } } }
  }
  await openMonitoring(Screen, { api: valued(11) })
  await waitFor(async () => expect((await card('Rebuffering')).textContent).toContain('59.91%'))
  await stopScreens()
  await openMonitoring(Screen, { api: valued(12) })
  await waitFor(async () =>
    expect((await card('Rebuffering')).textContent).toContain('Rebuffering–'),
  )
  expect((await card('Rebuffering')).textContent).not.toContain('59.91%')
})

test('what the last viewer saw is no value of now, but failures of the last minute stay', async () => {
  const ended = (metric: MonitoringMetricId) => {
    const { body } = aTimeseriesResponse(1, 1)
    const last = body.data.length - 1
    const data = body.data.map((step, index) =>
      index < last ? step : { ...step, value: null, concurrent_viewers: 0 },
    )
    return { [aTimeseriesCall(metric)]: { body: { ...body, data } } }
  }
  const api = {
    ...ended('current-rebuffering-percentage'),
    ...ended('current-average-bitrate'),
    ...ended('playback-failure-percentage'),
  }
  await openMonitoring(Screen, { api })
  await waitFor(async () =>
    expect((await card('Playback failures')).textContent).toContain('100.00%'),
  )
  for (const name of ['Rebuffering', 'Average bitrate'])
    await waitFor(async () => expect((await card(name)).textContent).toContain(`${name}–`))
})

test('without viewers it says so, and how to begin where there never was a view', async () => {
  const nothing = { [aTimeseriesCall(viewers)]: aTimeseriesResponse(0, 0, 0) }
  const first = await openMonitoring(Screen, { api: nothing })
  expect(await screen.findByText('Nobody is watching right now.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Integrate a player SDK' })).toBeNull()
  first.unmount()
  await openMonitoring(Screen, { api: { ...nothing, ...isWaiting } })
  const link = await screen.findByRole('link', { name: 'Integrate a player SDK' })
  expect(link.getAttribute('href')).toBe('/docs/collecting')
})

test('a card that fails offers to try again, and the others stay', async () => {
  let isAway = true
  const away = { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
  await openMonitoring(Screen, {
    api: {
      [aTimeseriesCall('current-average-bitrate')]: () =>
        isAway ? away : aTimeseriesResponse(6e6, 5e6),
    },
  })
  const failing = await card('Average bitrate')
  expect(await within(failing).findByText('Away.')).toBeTruthy()
  await waitFor(async () => expect((await card('Rebuffering')).textContent).toContain('0.38%'))
  isAway = false
  await userEvent.click(within(failing).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(failing.textContent).toContain('5.00Mbps'))
})

test('MONI-022 a time that cannot be read shows no numbers of another time', async () => {
  let isAway = false
  await openMonitoring(Screen, { isAway: () => isAway })
  const shown = await card('Average bitrate')
  await waitFor(() => expect(shown.textContent).toContain('6.24Mbps'))
  isAway = true
  await userEvent.click(screen.getByRole('button', { name: '10 minutes back' }))
  expect(
    await within(shown).findByRole('button', { name: 'Try again' }, { timeout: 60_000 }),
  ).toBeTruthy()
  expect(shown.textContent).not.toContain('6.24')
})

test('new data come every five seconds; while they stay away the pill says how old the last are', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isAway = false
  let now = 103
  const { requests } = await openMonitoring(Screen, {
    api: { [aTimeseriesCall(viewers)]: () => aTimeseriesResponse(100, now) },
    isAway: () => isAway,
  })
  const shown = await card('Concurrent viewers')
  await waitFor(() => expect(shown.textContent).toContain('103'))
  const count = () => requests.filter(({ path }) => path.endsWith(`${viewers}/timeseries`)).length
  const before = count()
  now = 250
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await waitFor(() => expect(shown.textContent).toContain('250'))
  expect(count()).toBe(before + 1)

  isAway = true
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText(/Reconnecting/)).toBeTruthy()
  const age = /data of (\d+) s ago/.exec(document.body.textContent)?.[1]
  expect(Number(age)).toBeGreaterThanOrEqual(60)
  expect(shown.textContent).toContain('250')

  isAway = false
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(await screen.findByText('Live', { selector: '.ph-live' })).toBeTruthy()
})

test('screen readers get one sentence a minute, not one a step', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let later = 0
  await openMonitoring(Screen, { laterSeconds: () => later })
  await waitFor(async () => expect((await card('Concurrent viewers')).textContent).toContain('103'))
  const texts = new Set<string>()
  const spoken = document.querySelector('output[aria-live]')!
  const observer = new MutationObserver(() => texts.add(spoken.textContent))
  observer.observe(spoken, { childList: true, characterData: true, subtree: true })
  for (let step = 0; step < 24; step += 1) {
    later += 5
    await act(() => vi.advanceTimersByTimeAsync(5_000))
  }
  await waitFor(() => expect(texts.size).toBe(2))
  observer.disconnect()
  expect([...texts].at(-1)).toMatch(/^\d\d:\d\d: Concurrent viewers 103, Average bitrate 6.24 Mbps/)
})

test('the view for a wall is part of the address, and has no navigation', async () => {
  const { router, unmount } = await openMonitoring(Screen)
  await userEvent.click(await screen.findByRole('button', { name: 'Full screen' }))
  expect(router.state.location.search).toEqual({ wall: '1' })
  await waitFor(() => expect(document.documentElement.dataset.wall).toBe(''))
  const link = within(await card('Rebuffering')).getByRole('link', { name: 'Rebuffering' })
  expect(link.getAttribute('href')).toContain('?wall=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave full screen' }))
  await waitFor(() => expect(document.documentElement.dataset.wall).toBeUndefined())
  unmount()
})
