import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { DeclaredPart } from '@playhead/web-kit/slot.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { liveStreamCard, liveStreamTab, type PartProps } from '../slots.ts'
import {
  aLiveEvent,
  aLiveFeed,
  aLiveStream,
  aLiveStreamId,
  aRecordingId,
  base,
} from '../testing-live-streams.ts'
import { Screen } from './live-stream-screen.tsx'

const id = aLiveStreamId(1)
const one = `/video/v1/live-streams/${id}`

const ScreenAndToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

interface Options {
  tab?: string
  parts?: DeclaredPart[]
  session?: ReturnType<typeof aSession>
}

const open = (stream: Record<string, unknown>, api: ApiHandlers = {}, options: Options = {}) =>
  openScreen(ScreenAndToasts, {
    address:
      '/organizations/$organizationId/environments/$environmentId/video/live-streams/$liveStreamId/$tab',
    href: `${base}/video/live-streams/${id}/${options.tab ?? 'monitor'}`,
    parts: options.parts ?? [],
    ...(options.session && { session: options.session }),
    api: {
      ...aLiveFeed().handler,
      [`GET ${one}`]: { body: { data: aLiveStream(1, stream) } },
      ...api,
    },
  })

type Opened = Awaited<ReturnType<typeof open>>
const sent = ({ requests }: Opened, method: string) =>
  requests.filter((request) => request.method === method).map(({ path }) => path)

const refused = { status: 500, body: { error: { type: 'internal', messages: ['No.'] } } }

const button = (name: string) => screen.findByRole('button', { name })

/** Presses the button of the page, and then that of the dialog which asks. */
const pressTwice = async (name: string, confirm: string) => {
  await userEvent.click(await button(name))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: confirm }))
}

/** As with the keyboard alone. */
const pressDelete = async () => {
  ;(await button('Actions for Feed 1')).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: 'Delete' })
  await userEvent.keyboard('{End}{Enter}')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Feed 1?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete live stream' }))
}

const failureText = (action: string) =>
  `We were unable to ${action} this live stream at this time. Please contact support or try again later.`

afterEach(async () => {
  toasts.clear()
  await stopScreens()
})

test('LIVE-002 the detail has its title, a way back and tabs, also those of other features', async () => {
  const said = (word: string) => async () => ({
    Part: ({ stream }: PartProps) => <p>{`${word} ${stream.id}`}</p>,
  })
  const { router } = await open(
    {},
    {},
    {
      parts: [
        liveStreamTab({ address: 'early', title: 'Early', order: 15, load: said('early') }),
        liveStreamCard({ column: 'wide', order: 10, load: said('card') }),
      ],
    },
  )
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Feed 1')
  expect(await screen.findByText(`card ${id}`)).toBeTruthy()
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(within(crumbs).getByRole('link', { name: 'Live Streams' }).getAttribute('href')).toBe(
    `${base}/video/live-streams`,
  )
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the live stream' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Monitor',
    'Early',
    'Playback and embed',
    'Simulcast',
    'Events and logs',
    'Settings',
  ])
  await userEvent.click(tabs.getByRole('link', { name: 'Early' }))
  expect(await screen.findByText(`early ${id}`)).toBeTruthy()
  expect(router.state.location.pathname).toMatch(/\/early$/)
})

test('LIVE-002 a tab that is not there leads to the monitor', async () => {
  const { router } = await open({}, {}, { tab: 'nonsense' })
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/monitor$/))
})

test.each([
  ['active', ['Complete', 'Disable'], ['Enable'], true],
  ['idle', ['Disable'], ['Complete', 'Enable'], false],
  ['disabled', ['Enable'], ['Complete', 'Disable'], false],
])(
  'LIVE-006 LIVE-007 LIVE-008 LIVE-009 the actions while the status is %s',
  async (status, shown, hidden, isKept) => {
    await open({ status })
    for (const name of shown) expect(await button(name)).toBeTruthy()
    for (const name of hidden) expect(screen.queryByRole('button', { name })).toBeNull()
    await userEvent.click(await button('Actions for Feed 1'))
    const copyId = await screen.findByRole('menuitem', { name: 'Copy ID' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' }) === null).toBe(isKept)
    await userEvent.click(copyId)
    expect(await navigator.clipboard.readText()).toBe(id)
    expect(await screen.findByText('Live stream ID copied')).toBeTruthy()
  },
)

test('LIVE-007 LIVE-006 complete and disable ask first and then send a PUT', async () => {
  const opened = await open(
    { status: 'active' },
    {
      [`PUT ${one}/complete`]: { body: { data: {} } },
      [`PUT ${one}/disable`]: { body: { data: {} } },
    },
  )
  await userEvent.click(await button('Complete'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Complete Feed 1?' }))
  expect(sent(opened, 'PUT')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Complete' }))
  await waitFor(() => expect(sent(opened, 'PUT')).toEqual([`${one}/complete`]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await pressTwice('Disable', 'Disable')
  await waitFor(() => expect(sent(opened, 'PUT').at(-1)).toBe(`${one}/disable`))
})

test('LIVE-008 enable sends a PUT at once', async () => {
  const opened = await open(
    { status: 'disabled' },
    { [`PUT ${one}/enable`]: { body: { data: {} } } },
  )
  await userEvent.click(await button('Enable'))
  await waitFor(() => expect(sent(opened, 'PUT')).toEqual([`${one}/enable`]))
  expect(await screen.findByText('Live stream enabled')).toBeTruthy()
})

test('LIVE-009 deleting asks first and returns to the list', async () => {
  const opened = await open({}, { [`DELETE ${one}`]: { status: 204 } })
  await pressDelete()
  await waitFor(() =>
    expect(opened.router.state.location.pathname).toBe(`${base}/video/live-streams`),
  )
  expect(sent(opened, 'DELETE')).toEqual([one])
})

test.each([
  ['LIVE-010', 'active', 'Complete', 'Complete', 'Live Stream Complete Failed', 'complete'],
  ['LIVE-011', 'idle', 'Delete', 'Delete live stream', 'Live Stream Delete Failed', 'delete'],
  ['LIVE-012', 'idle', 'Disable', 'Disable', 'Live Stream Disable Failed', 'disable'],
])('%s of an %s live stream: a failed %s says so', async (...row) => {
  const [, status, name, confirm, title, action] = row
  await open({ status }, { [`PUT ${one}/${action}`]: refused, [`DELETE ${one}`]: refused })
  await (name === 'Delete' ? pressDelete() : pressTwice(name, confirm))
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(failureText(action))).toBeTruthy()
})

test('LIVE-013 a failed enable says so', async () => {
  await open({ status: 'disabled' }, { [`PUT ${one}/enable`]: refused })
  await userEvent.click(await button('Enable'))
  expect(await screen.findByText('Enabling Live Stream Failed')).toBeTruthy()
  expect(screen.getByText(failureText('enable'))).toBeTruthy()
})

test('LIVE-014 a live stream that is not found says so and leads to the list', async () => {
  const { router } = await open({}, { [`GET ${one}`]: { status: 404, body: {} } })
  // The frame of the dashboard shows toasts on every page; here they go with the screen.
  await waitFor(() =>
    expect(toasts.list()).toMatchObject([
      { title: 'API Request Failed', description: 'Could not find that live stream.' },
    ]),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/video/live-streams`))
})

test('a live stream that fails to load says so and is asked again', async () => {
  let isBroken = true
  await open(
    {},
    {
      [`GET ${one}`]: () =>
        isBroken
          ? { status: 400, body: { error: { type: 'x', messages: ['Out of order.'] } } }
          : { body: { data: aLiveStream(1) } },
    },
  )
  expect(await screen.findByText('Out of order.')).toBeTruthy()
  isBroken = false
  await userEvent.click(await button('Try again'))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Feed 1')
})

test('LIVE-015 the link to the default quality needs its flag', async () => {
  await open({}, {}, { tab: 'settings' })
  const link = await screen.findByRole('link', { name: 'default video quality' })
  expect(link.getAttribute('href')).toBe(`${base}/settings/video-quality`)
  await stopScreens()
  const session = aSession({ featureFlags: { freeVodEncodingEnabled: false } })
  await open({}, {}, { tab: 'settings', session })
  expect(await screen.findByLabelText('Title of recordings')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'default video quality' })).toBeNull()
})

test('LIVE-016 the detail reads ten events and logs', async () => {
  const events = Array.from({ length: 12 }, (_, index) => ({
    ...aLiveEvent('updated', aLiveStream(1)),
    type: `video.live_stream.updated${index}`,
  }))
  const logs = Array.from({ length: 12 }, (_, index) => ({
    id: crypto.randomUUID(),
    type: 'request.live_stream',
    created_at: '2026-11-21T12:00:00.000Z',
    environment: { id: ids.environment, name: 'Production' },
    data: {
      method: 'PUT',
      path: `${one}/disable${index}`,
      route: '/video/v1/live-streams/:id/disable',
      status: 200,
      request_id: crypto.randomUUID(),
      duration_ms: 1,
      caller: { kind: 'token' },
    },
  }))
  const opened = await open(
    {},
    {
      [`GET ${one}/events`]: { body: { data: events } },
      [`GET ${one}/logs`]: { body: { data: logs } },
    },
    { tab: 'events' },
  )
  expect(await screen.findByText('video.live_stream.updated0')).toBeTruthy()
  expect(screen.getByText('video.live_stream.updated9')).toBeTruthy()
  expect(screen.queryByText('video.live_stream.updated10')).toBeNull()
  const calls = within(await screen.findByRole('table', { name: 'Logs' }))
  // With the one of the titles.
  await waitFor(() => expect(calls.getAllByRole('row')).toHaveLength(11))
  const limits = opened.requests
    .filter(({ path }) => /\/(events|logs)$/.test(path))
    .map(({ search }) => search.get('limit'))
  expect(new Set(limits)).toEqual(new Set(['10']))
})

test('LIVE-019 a live stream that is deleted while a person looks says so', async () => {
  const live = aLiveFeed()
  await open({}, live.handler)
  await screen.findByRole('heading', { level: 1 })
  live.tell(aLiveEvent('deleted', aLiveStream(1)))
  expect(await screen.findByText(/This live stream was deleted/)).toBeTruthy()
  expect(screen.getByText('Deleted')).toBeTruthy()
})

test('what happens to the stream shows without a reload', async () => {
  const live = aLiveFeed()
  let status = 'idle'
  await open(
    {},
    {
      ...live.handler,
      [`GET ${one}`]: () => ({ body: { data: aLiveStream(1, { status }) } }),
    },
  )
  expect(await screen.findByText('Idle')).toBeTruthy()
  status = 'active'
  live.tell(aLiveEvent('active', aLiveStream(1, { status })))
  expect(await button('Complete')).toBeTruthy()
})

test('the settings of broadcasts are checked and saved', async () => {
  const opened = await open(
    {},
    { [`PATCH ${one}`]: { body: { data: aLiveStream(1) } } },
    {
      tab: 'settings',
    },
  )
  const field = await screen.findByLabelText('Reconnect window, seconds')
  await userEvent.clear(field)
  await userEvent.type(field, '1801')
  const form = within(field.closest('form')!)
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('A whole number of seconds, from 0 to 1800.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  await userEvent.click(form.getByRole('radio', { name: 'Standard' }))
  await userEvent.click(form.getByRole('switch', { name: 'Show the slate' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(opened.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      latency_mode: 'standard',
      reconnect_window: 0,
      use_slate_for_standard_latency: true,
      reconnect_slate_url: '',
    }),
  )
})

test('playback ids are added, and the snippets name the live stream', async () => {
  const created = { id: 'New00000000000000000000000000000', policy: 'signed' }
  const opened = await open(
    {},
    { [`POST ${one}/playback-ids`]: { status: 201, body: { data: created } } },
    { tab: 'playback' },
  )
  await userEvent.click(await button('Add signed ID'))
  await waitFor(() =>
    expect(opened.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      policy: 'signed',
    }),
  )
  expect(screen.getByText(/\/watch\/Live0{27}1$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'SDK' }))
  expect(screen.getByText(new RegExp(`liveStreams.retrieve\\('${id}'\\)`))).toBeTruthy()
})

const target = {
  id: aLiveStreamId(50),
  status: 'broadcasting',
  url: 'rtmps://a.rtmps.youtube.com/live2',
  stream_key: 'theirkey',
}

test('simulcast targets are added while idle, and deleted after asking', async () => {
  const opened = await open(
    { simulcast_targets: [{ ...target, status: 'idle' }] },
    {
      [`POST ${one}/simulcast-targets`]: { status: 201, body: { data: target } },
      [`DELETE ${one}/simulcast-targets/${target.id}`]: { status: 204 },
    },
    { tab: 'simulcast' },
  )
  expect(await screen.findByText('YouTube')).toBeTruthy()
  await userEvent.click(await button('Add target'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a simulcast target' }))
  await userEvent.type(dialog.getByLabelText('Server URL'), 'https://example.com/app')
  await userEvent.click(dialog.getByRole('button', { name: 'Add target' }))
  expect(await dialog.findByText(/begins with rtmp/)).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Server URL'))
  await userEvent.type(dialog.getByLabelText('Server URL'), 'rtmp://example.com/app')
  await userEvent.type(dialog.getByLabelText('Stream key'), 'abc')
  await userEvent.click(dialog.getByRole('button', { name: 'Add target' }))
  await waitFor(() =>
    expect(opened.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      url: 'rtmp://example.com/app',
      stream_key: 'abc',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await pressTwice('Delete the target YouTube', 'Delete target')
  await waitFor(() =>
    expect(sent(opened, 'DELETE')).toEqual([`${one}/simulcast-targets/${target.id}`]),
  )
})

const triesOf = `/ui/v1/live-streams/${id}/simulcast-tries`

test('a simulcast target that fails says why, which try it was and when the next is', async () => {
  const failing = {
    ...target,
    status: 'errored',
    error_severity: 'normal',
    error_message: 'The connection was refused.',
  }
  for (const tab of ['simulcast', 'monitor']) {
    const tries = { id: target.id, failures: 3, retry_in_seconds: 7.4 }
    const api = { [`GET ${triesOf}`]: { body: { data: [tries] } } }
    await open({ status: 'active', simulcast_targets: [failing] }, api, { tab })
    expect(await screen.findByText('Retrying in 8 s')).toBeTruthy()
    expect(screen.getByText('The connection was refused · try 3 of 10')).toBeTruthy()
    await stopScreens()
    const opened = await open(
      { status: 'active', simulcast_targets: [{ ...failing, error_severity: 'fatal' }] },
      api,
      { tab },
    )
    expect(await screen.findByText('Failed')).toBeTruthy()
    expect(screen.getByText('The connection was refused.')).toBeTruthy()
    expect(opened.requests.map(({ path }) => path)).not.toContain(triesOf)
    await stopScreens()
  }
})

const steps = Array.from({ length: 130 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 10, 21, 12) + index * 5_000).toISOString(),
  value: index >= 118 ? 0.024 : 0,
  concurrent_viewers: index >= 125 ? 11_020 : 10_380,
}))

const audience: ApiHandlers = Object.fromEntries(
  [
    ['current-concurrent-viewers/timeseries', steps],
    ['current-rebuffering-percentage/timeseries', steps],
    ['playback-failure-percentage/timeseries', steps.map((step) => ({ ...step, value: 0.0041 }))],
  ].map(([path, data]) => [
    `GET /data/v1/monitoring/metrics/${path as string}`,
    { body: { data, total_row_count: 130, timeframe: [1, 2] } },
  ]),
)

const anIncidentId = (number: number) => `cccccccc-0000-4000-8000-00000000000${number}`
/** As programs read it, of these live streams. */
const anIncident = (number: number, measurement: string, streams: readonly string[]) => ({
  id: anIncidentId(number),
  incident_key: 'key',
  type: 'threshold',
  status: 'open',
  severity: 'alert',
  measurement,
  measured_value: 1,
  measured_value_on_close: null,
  threshold: 1,
  sample_size: 1,
  sample_size_unit: 'views',
  affected_views: 1,
  affected_views_per_hour: 1,
  affected_views_per_hour_on_open: 1,
  description: '',
  error_description: '',
  impact: '',
  breakdowns: streams.map((value) => ({ id: 'live_stream_id', name: 'live_stream_id', value })),
  notification_rules: [],
  notifications: [],
  started_at: '2026-11-21T12:00:00.000Z',
  resolved_at: null,
})

test('viewers and quality of the broadcast come from our own data', async () => {
  const opened = await open(
    { status: 'active', active_asset_id: aRecordingId, simulcast_targets: [target] },
    {
      ...audience,
      'GET /data/v1/monitoring/metrics/video-startup-time/histogram-timeseries': {
        body: {
          data: [
            {
              timestamp: '2026-11-21T12:00:00.000Z',
              bucket_values: [],
              max_percentage: 0,
              average: 900,
              median: 920,
              p95: 1_000,
              sum: 3,
            },
          ],
          meta: { bucket_unit: 'milliseconds', buckets: [] },
          total_row_count: 1,
          timeframe: [1, 2],
        },
      },
      'GET /data/v1/incidents': {
        body: {
          data: [
            // Of another live stream, of this one, and of the whole environment.
            anIncident(1, 'current-rebuffering-percentage', [aRecordingId]),
            anIncident(2, 'current-rebuffering-percentage', [id]),
            anIncident(3, 'playback-failure-percentage', []),
          ],
          total_row_count: 3,
          timeframe: [1, 2],
          page: 1,
          limit: 100,
        },
      },
      'GET /data/v1/metrics/live_stream_latency/overall': {
        body: {
          data: {
            value: 8_200,
            total_views: 3,
            total_watch_time: 1,
            total_playing_time: 1,
            global_value: null,
          },
          meta: {},
          timeframe: [1, 2],
          total_row_count: 1,
        },
      },
      [`GET /video/v1/assets/${aRecordingId}`]: {
        body: {
          data: {
            id: aRecordingId,
            created_at: String(Math.floor(Date.now() / 1000) - 65),
            is_live: true,
            status: 'ready',
            playback_ids: [{ id: 'Rec', policy: 'public' }],
            meta: { title: 'Cup final' },
          },
        },
      },
    },
  )
  expect(await screen.findByText('11,020')).toBeTruthy()
  expect(screen.getByText('640')).toBeTruthy()
  const tile = async (name: string) => (await screen.findByText(name)).parentElement?.textContent
  await waitFor(async () => expect(await tile('Rebuffering')).toContain('2.40%Poor'))
  await waitFor(async () => expect(await tile('Startup time')).toContain('0.92sGood'))
  await waitFor(async () => expect(await tile('Failures')).toContain('0.41%Good'))
  await waitFor(async () => expect(await tile('Behind live')).toContain('8.2sSlow'))
  expect(await tile('Rebuffering')).toContain('Of 10,647 viewers, last minute')
  expect(await tile('Startup time')).toContain('Median of the last 3 starts')
  expect(await tile('Failures')).toContain('Of 10,647 viewers, last minute')
  expect(await tile('Behind live')).toContain('Median of 3 views that ended within the hour')
  const links = await screen.findAllByRole('link', { name: 'Open incident' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [2, 3].map((number) => `${base}/alerts/incidents/threshold/${anIncidentId(number)}`),
  )
  const filters = opened.requests
    .filter(({ path }) => path.startsWith('/data/v1') && !path.endsWith('/incidents'))
    .flatMap(({ search }) => search.getAll('filters[]'))
  expect(new Set(filters)).toEqual(new Set([`live_stream_id:${id}`]))
  const latency = opened.requests.find(({ path }) => path.includes('live_stream_latency'))
  expect(latency?.search.getAll('timeframe[]')).toEqual(['1:hours'])
  const growing = await screen.findByText(/^Recording for/)
  expect(growing.textContent).toMatch(/^Recording for 1:0[4-9]$/)
  const card = growing.closest('section') ?? document.body
  const picture = card.querySelector('img')
  expect(picture?.getAttribute('src')).toMatch(/\/Rec\/thumbnail\.webp\?width=256&at=\d+$/)
  expect(picture?.closest('a')?.getAttribute('href')).toBe(
    `${base}/video/assets/${aRecordingId}/monitor`,
  )
  expect(screen.getByText('1 of 1 broadcasting')).toBeTruthy()
  expect(screen.getAllByText(/^1:0[4-9]$/)).toHaveLength(2)
})
