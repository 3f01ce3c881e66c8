import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import {
  aHealth,
  aStream,
  base,
  aPointList,
  one,
  slowKeyframes,
  streamId,
} from '../testing-broadcasts.ts'
import { Part as HealthCard } from './health-card.tsx'
import { Part as ConnectionCard } from './connection-card.tsx'
import { Screen } from './health-screen.tsx'
import { healthEveryMs } from './use-health.ts'

const health = `GET ${one}/stream-health`
const metadata = `GET ${one}/stream-metadata`

const entries = [
  { name: 'encoder', value: 'OBS 31.0' },
  { name: 'protocol', value: 'rtmp' },
  { name: 'video_codec', value: 'H.264' },
  { name: 'video_profile', value: 'High' },
  { name: 'width', value: 1920 },
  { name: 'height', value: 1080 },
  { name: 'frame_rate', value: 30 },
  { name: 'audio_codec', value: 'AAC' },
  { name: 'sample_rate', value: 48_000 },
  { name: 'channels', value: 2 },
  { name: 'reconnects', value: 1 },
  { name: 'away_seconds', value: 38 },
]

const api: ApiHandlers = {
  [`GET ${one}`]: {
    body: { data: { id: streamId, created_at: '1', meta: { title: 'Cup final' } } },
  },
  [health]: aHealth(),
  [metadata]: { body: { data: entries } },
}

const open = (more: ApiHandlers = {}, search = '') =>
  openScreen(Screen, {
    address:
      '/organizations/$organizationId/environments/$environmentId/video/live-streams/$liveStreamId/health',
    href: `${base}/video/live-streams/${streamId}/health${search}`,
    api: { ...api, ...more },
  })

type Opened = Awaited<ReturnType<typeof open>>
const asked = ({ requests }: Opened, end: string) =>
  requests.filter(({ path }) => path === `${one}/${end}`)

afterEach(async () => {
  vi.useRealTimers()
  toasts.clear()
  await stopScreens()
})

test('LIVE-020 LIVE-022 the input health page shows status, advice, four lanes and the metadata', async () => {
  await open()
  expect(await screen.findByText('Keyframes come every 8.3 seconds.')).toBeTruthy()
  expect(screen.getByText(/Set the keyframe interval of your encoder to 2 seconds/)).toBeTruthy()
  expect(screen.getByText('Poor')).toBeTruthy()
  const lane = (name: string) =>
    screen.getByRole('heading', { level: 3, name }).parentElement?.textContent
  expect(lane('Bitrate')).toBe('Bitrate6.03MbpsSteady')
  expect(lane('Frame rate')).toBe('Frame rate30.0fps30 announced')
  expect(lane('Keyframe interval')).toBe('Keyframe interval8.3s2 s advised')
  expect(lane('Sound against picture')).toBe('Sound against picture12msSound is behind')
  expect(await screen.findByText('OBS 31.0')).toBeTruthy()
  expect(screen.getByText('sample_rate')).toBeTruthy()
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect((await crumbs.findByRole('link', { name: 'Cup final' })).getAttribute('href')).toBe(
    `${base}/video/live-streams/${streamId}/monitor`,
  )
})

test('LIVE-020 one playhead goes through all lanes, by keyboard', async () => {
  await open()
  const slider = await screen.findByRole('slider', { name: 'Input health over time' })
  act(() => slider.focus())
  await userEvent.keyboard('{Home}')
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    /: Bitrate 6.03 Mbps, Frame rate 30.0 fps, Keyframe interval 8.3 s, Sound against picture 12 ms$/,
  )
  expect(document.querySelectorAll('.ph-chart-playhead')).toHaveLength(1)
  expect(document.querySelectorAll('.ph-lanes-value')).toHaveLength(4)
})

test('LIVE-020 what is not known is hatched with its length and never a zero', async () => {
  const away = [20, 21, 22, 23, 24, 25, 26]
  await open({ [health]: aHealth({ data: aPointList(60, away), status: null, advice: [] }) })
  expect(await screen.findByText('Away 35 s')).toBeTruthy()
  expect(document.querySelectorAll('.ph-chart-picture rect')).toHaveLength(4)
  await stopScreens()
  const silent = aPointList(60, [], { av_drift_ms: null, audio_kbps: null })
  await open({ [health]: aHealth({ data: silent, status: null, advice: [] }) })
  const drift = await screen.findByRole('heading', { level: 3, name: 'Sound against picture' })
  expect(drift.parentElement?.textContent).toBe('Sound against picture––')
})

test('an encoder that leaves is seen at once, not with the next half minute', async () => {
  let status: 'excellent' | 'disconnected' = 'excellent'
  const left = (id: string) => ({
    id: crypto.randomUUID(),
    type: 'video.live_stream.disconnected',
    created_at: '2026-11-21T12:00:00.000Z',
    object: { type: 'live_stream', id },
    environment: { id: ids.environment, name: 'Production' },
    data: {},
  })
  let waiting: ReturnType<typeof left>[] = []
  const opened = await open({
    [health]: () => aHealth({ status, advice: [] }),
    'GET /ui/v1/events/feed': ({ search }) => {
      const data = search.has('after') ? waiting : []
      return { body: { data, next: `${data.length}-0`, gap: false } }
    },
  })
  await screen.findByText('Excellent')
  status = 'disconnected'
  waiting = [left(ids.organization), left(streamId)]
  expect(await screen.findByText('Disconnected')).toBeTruthy()
  expect(asked(opened, 'stream-health').length).toBeGreaterThan(1)
})

test('LIVE-021 the start time is in the request, and without one it is left out', async () => {
  const opened = await open({}, '?start_time=1795262400')
  await screen.findByText('Poor')
  expect(asked(opened, 'stream-health')[0]?.search.get('start_time')).toBe('1795262400')
  await stopScreens()
  const other = await open({}, '?start_time=yesterday')
  await screen.findByText('Poor')
  expect(asked(other, 'stream-health')[0]?.search.has('start_time')).toBe(false)
})

test('LIVE-021 a broadcast that has just begun is read again after 5 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const connected = { name: 'connected_at', value: new Date().toISOString() }
  const opened = await open({
    [health]: aHealth({ data: [], status: null, advice: [] }),
    [metadata]: { body: { data: [...entries, connected] } },
  })
  await vi.waitFor(() => expect(asked(opened, 'stream-metadata')).toHaveLength(1))
  await vi.waitFor(() => expect(asked(opened, 'stream-health')).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_500)
  await vi.waitFor(() => expect(asked(opened, 'stream-health')).toHaveLength(2))
  await vi.waitFor(() => expect(asked(opened, 'stream-metadata')).toHaveLength(2))
})

test('LIVE-021 health and metadata are read again every 30 seconds', async () => {
  expect(healthEveryMs).toBe(30_000)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const opened = await open()
  await vi.waitFor(() => expect(asked(opened, 'stream-metadata')).toHaveLength(1))
  await vi.waitFor(() => expect(screen.queryByText('Poor')).toBeTruthy())
  await vi.advanceTimersByTimeAsync(29_000)
  expect(asked(opened, 'stream-health')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_500)
  await vi.waitFor(() => expect(asked(opened, 'stream-health')).toHaveLength(2))
  await vi.waitFor(() => expect(asked(opened, 'stream-metadata')).toHaveLength(2))
})

test('a health page that fails says so and the metadata live on', async () => {
  await open({
    [health]: { status: 400, body: { error: { type: 'x', messages: ['Out of order.'] } } },
  })
  expect(await screen.findByText('Out of order.')).toBeTruthy()
  expect(await screen.findByText('OBS 31.0')).toBeTruthy()
})

test('without data the page says what would be here', async () => {
  await open({
    [health]: aHealth({ data: [], status: null, advice: [] }),
    [metadata]: { body: { data: [] } },
  })
  expect(await screen.findByText('Nothing was sent in this time')).toBeTruthy()
  expect(await screen.findByText('No encoder is connected.')).toBeTruthy()
})

const openCard = (Card: () => React.ReactNode, flags: Record<string, boolean> = {}) =>
  openScreen(Card, { api, session: aSession({ featureFlags: flags }) })

test('LIVE-014 the health of a live stream that is not there leads to the list', async () => {
  const missing = { status: 404, body: {} }
  const { router } = await open({ [`GET ${one}`]: missing, [health]: missing, [metadata]: missing })
  await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/video/live-streams`))
  expect(toasts.list()).toMatchObject([
    { title: 'API Request Failed', description: 'Could not find that live stream.' },
  ])
})

test('SHELL-037 the cards of the monitor need the flag', async () => {
  const opened = await openCard(() => <HealthCard stream={aStream()} />, {
    liveStreamHealth: false,
  })
  expect(opened.container.textContent).toBe('')
  expect(asked(opened, 'stream-health')).toEqual([])
})

test('the card of the monitor narrows 30 minutes to 10 without another request', async () => {
  const opened = await openCard(() => <HealthCard stream={aStream()} />)
  expect(await screen.findByText(slowKeyframes.message.slice(0, 33))).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: '10 min' }))
  expect(asked(opened, 'stream-health')).toHaveLength(1)
})

test.each([
  ['obs-output module (libobs version 31.0.0)', 'OBS', 'OBS 31.0'],
  ['Lavf61.7.100', 'ffmpeg', 'ffmpeg (Lavf61.7.100)'],
  ['vMix', 'the encoder', 'vMix'],
])(
  'advice on what %s sends says where to set it, and with which return it began',
  async (...of) => {
    const [said, name, title] = of
    const sent = (connectedAt: number): ApiHandlers => ({
      [metadata]: {
        body: {
          data: [
            { name: 'encoder', value: said },
            { name: 'connected_at', value: new Date(connectedAt).toISOString() },
            { name: 'reconnects', value: 1 },
          ],
        },
      },
    })
    const since = Date.parse(slowKeyframes.since)
    const openBoth = (more: ApiHandlers) =>
      openScreen(
        () => (
          <>
            <HealthCard stream={aStream()} />
            <ConnectionCard stream={aStream()} />
          </>
        ),
        { api: { ...api, ...more } },
      )
    await openBoth(sent(since - 12_000))
    const link = await screen.findByRole('link', { name: `Where to set it in ${name}` })
    expect(link.getAttribute('href')).toBe('#how-to-connect')
    expect(await screen.findByText(new RegExp(`, when ${name} reconnected$`))).toBeTruthy()
    expect(screen.getByText(title)).toBeTruthy()
    await stopScreens()
    await openBoth(sent(since - 60_000))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryByText(/reconnected$/)).toBeNull()
  },
)

test('the connection says what is known in plain words', async () => {
  await openCard(() => <ConnectionCard stream={aStream()} />)
  expect(await screen.findByText('OBS 31.0')).toBeTruthy()
  expect(screen.getByText('RTMP')).toBeTruthy()
  expect(screen.getByText('H.264 High, 1920 × 1080, 30 fps')).toBeTruthy()
  expect(screen.getByText('AAC, 48 kHz stereo')).toBeTruthy()
  expect(screen.getByText('1, away 38 s in all')).toBeTruthy()
  expect(screen.queryByText('Connected since')).toBeNull()
})
