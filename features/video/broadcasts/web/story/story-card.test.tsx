import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { aStream, recordingId, streamId } from '../testing-broadcasts.ts'
import { Part } from './story-card.tsx'

const anEvent = (type: string, second: number, data: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  type: `video.live_stream.${type}`,
  created_at: new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString(),
  object: { type: 'live_stream', id: streamId },
  environment: { id: ids.environment, name: 'Production' },
  data,
})

const refusal = {
  id: crypto.randomUUID(),
  created_at: new Date(Date.UTC(2026, 10, 21, 12, 0, 30)).toISOString(),
  reason: 'busy',
  message: 'Another encoder is already sending to this live stream.',
  protocol: 'rtmp',
  network: '203.0.113.0/24',
}

/** Its row is written a moment after its event. */
const aConnection = (second: number, overrides: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  asset_id: recordingId,
  protocol: 'rtmps',
  encoder: 'obs-output module (libobs version 31.0.0)',
  network: '198.51.100.0/24',
  connected_at: new Date(Date.UTC(2026, 10, 21, 12, 0, second, 4)).toISOString(),
  left_at: null,
  was_lost: null,
  showed_slate: false,
  ...overrides,
})
const leftAt = (second: number, wasLost: boolean, showedSlate = false) => ({
  left_at: new Date(Date.UTC(2026, 10, 21, 12, 0, second, 4)).toISOString(),
  was_lost: wasLost,
  showed_slate: showedSlate,
})

const open = (
  events: object[],
  refusals: object[],
  overrides: Record<string, unknown> = {},
  connections: object[] = [],
) =>
  openScreen(() => <Part stream={aStream(overrides)} />, {
    api: {
      'GET /ui/v1/events': {
        body: { data: events, total_row_count: events.length, page: 1, limit: 10 },
      },
      [`GET /ui/v1/live-streams/${streamId}/refusals`]: { body: { data: refusals } },
      [`GET /ui/v1/live-streams/${streamId}/connections`]: { body: { data: connections } },
    },
  })

const idle = { status: 'idle', active_asset_id: undefined }

const lines = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^.*?\d\d:\d\d:\d\d/, ''))

afterEach(stopScreens)

test('what happened and why encoders were sent away, newest first and in the words they were given', async () => {
  await open(
    [
      anEvent('warning', 50, { warning: { type: 'x', message: 'The slate cannot be read.' } }),
      anEvent('disconnected', 40, { reconnect_window: 60 }),
      anEvent('active', 20),
      anEvent('recording', 15),
      anEvent('connected', 10, { active_ingest_protocol: 'rtmp' }),
      anEvent('updated', 5),
    ],
    [refusal],
    idle,
  )
  await screen.findByText('Encoder connected')
  expect(lines()).toEqual([
    'WarningThe slate cannot be read.',
    'Connection lostThe reconnect window is 1 m',
    'An encoder was refused“Another encoder is already sending to this live stream.” RTMP from 203.0.113.0/24',
    'ActiveViewers can watch',
    'Encoder connectedBy RTMP',
  ])
})

test('only what is told is asked for: the events of simulcast targets push nothing out', async () => {
  const opened = await open([], [], idle)
  await screen.findByText('No encoder has connected yet')
  const asked = opened.requests.find(({ path }) => path === '/ui/v1/events')
  expect(asked?.search.get('object_id')).toBe(streamId)
  const types = [...(asked?.search ?? [])].flatMap(([name, value]) =>
    name.startsWith('types') ? [value] : [],
  )
  expect(types).toContain('video.live_stream.connected')
  expect(types).toContain('video.live_stream.warning')
  expect(types.join(' ')).not.toMatch(/simulcast|updated|\*/)
})

test('during a broadcast only that one is told, with who was sent away since it began', async () => {
  const earlier = { ...refusal, id: crypto.randomUUID(), created_at: '2026-11-21T11:00:00.000Z' }
  const own = { active_asset_id: recordingId }
  await open(
    [
      anEvent('active', 20, own),
      anEvent('connected', 10, own),
      anEvent('idle', 5, { active_asset_id: streamId }),
    ],
    [refusal, earlier],
  )
  await screen.findByText('Encoder connected')
  expect(screen.getByText('This broadcast')).toBeTruthy()
  expect(lines()).toEqual([
    'An encoder was refused“Another encoder is already sending to this live stream.” RTMP from 203.0.113.0/24',
    'ActiveViewers can watch',
    'Encoder connected',
  ])
})

test('a lost connection says how long the encoder was away, once it is back', async () => {
  const own = { active_asset_id: recordingId, reconnect_window: 60 }
  await open(
    [
      anEvent('disconnected', 59, own),
      anEvent('connected', 55, own),
      anEvent('disconnected', 50, own),
      anEvent('connected', 43, own),
      anEvent('disconnected', 5, own),
      anEvent('connected', 0, own),
    ],
    [],
  )
  await screen.findByText('Connection lost for 38 s')
  expect(lines()).toEqual([
    'Connection lostThe reconnect window is 1 m',
    'Encoder is back',
    'Connection lost for 5 sThe reconnect window is 1 m',
    'Encoder is back',
    'Connection lost for 38 sThe reconnect window is 1 m',
    'Encoder connected',
  ])
})

test('each connection has its encoder and network, and a lost one says whether viewers saw the slate', async () => {
  const own = { active_asset_id: recordingId, reconnect_window: 60 }
  await open(
    [
      anEvent('disconnected', 50, own),
      anEvent('connected', 43, own),
      anEvent('disconnected', 5, own),
      anEvent('connected', 0, own),
    ],
    [],
    {},
    [
      aConnection(43, { encoder: 'FMLE/3.0 (compatible; FMSc/1.0)', ...leftAt(50, true) }),
      aConnection(0, leftAt(5, true, true)),
      aConnection(0, { asset_id: streamId, encoder: 'Wirecast' }),
    ],
  )
  await screen.findByText('OBS 31.0 connected')
  expect(lines()).toEqual([
    'Connection lostThe reconnect window is 1 m',
    'Encoder is backRTMPS from 198.51.100.0/24',
    'Connection lost for 38 sViewers saw the slate; the reconnect window is 1 m',
    'OBS 31.0 connectedRTMPS from 198.51.100.0/24',
  ])
})

test.each([
  ['the row of its connection', [aConnection(0, leftAt(5, false))]],
  ['the end in the same moment', []],
])('what the broadcast ended is no lost connection: by %s', async (_, connections) => {
  const own = { active_asset_id: recordingId, reconnect_window: 60 }
  const happened = [anEvent('idle', 5, own), anEvent('disconnected', 5, own)]
  await open([...happened, anEvent('connected', 0, own)], [], idle, connections)
  await screen.findByText('Broadcast ended')
  expect(screen.queryByText(/Connection lost|reconnect window|come back/)).toBeNull()
})

test('a broadcast whose encoder stayed away says so', async () => {
  const own = { active_asset_id: recordingId, reconnect_window: 10 }
  const happened = [anEvent('idle', 15, own), anEvent('disconnected', 5, own)]
  await open([...happened, anEvent('connected', 0, own)], [], idle)
  await screen.findByText('Broadcast ended')
  expect(lines()).toEqual([
    'Broadcast endedThe encoder had not come back',
    'Connection lostThe reconnect window is 10 s',
    'Encoder connected',
  ])
})

test('before the first connection the card says what would be here', async () => {
  await open([], [], idle)
  expect(await screen.findByText('No encoder has connected yet')).toBeTruthy()
})

test('a live stream whose last broadcast is long ago is not said to have had none', async () => {
  await open([], [], { ...idle, recent_asset_ids: [recordingId] })
  expect(await screen.findByText('Nothing in the last 30 days')).toBeTruthy()
})
