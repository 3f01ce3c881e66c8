import { ids } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'

export const base = `/organizations/${ids.organization}/environments/${ids.environment}`

export const aLiveStreamId = (number: number) =>
  `bbbbbbbb-0000-4000-8000-${String(number).padStart(12, '0')}`

export const aRecordingId = 'aaaaaaaa-0000-4000-8000-000000000077'

/** As the API shows it; later streams have higher numbers. */
export const aLiveStream = (number = 1, overrides: Record<string, unknown> = {}) => ({
  id: aLiveStreamId(number),
  created_at: String(1_795_000_000 + number),
  status: 'idle',
  stream_key: `streamkey${number}`,
  latency_mode: 'low',
  low_latency: true,
  reduced_latency: false,
  reconnect_window: 60,
  use_slate_for_standard_latency: false,
  max_continuous_duration: 43_200,
  playback_ids: [{ id: `Live${String(number).padStart(28, '0')}`, policy: 'public' }],
  new_asset_settings: { playback_policies: ['public'] },
  meta: { title: `Feed ${number}` },
  ...overrides,
})

type WireLiveStream = ReturnType<typeof aLiveStream>

export const aLiveStreamListResponse = (data: WireLiveStream[], total = data.length) => ({
  body: { data, total_row_count: total, page: 1, limit: 25 },
})

/** Events hold no keys, and times as numbers. */
export const aLiveEvent = (
  type: string,
  stream: Record<string, unknown>,
  environmentId: string = ids.environment,
) => ({
  id: crypto.randomUUID(),
  type: `video.live_stream.${type}`,
  created_at: '2026-11-21T12:00:00.000Z',
  object: { type: 'live_stream', id: String(stream['id']) },
  environment: { id: environmentId, name: 'Production' },
  data: {
    ...stream,
    stream_key: undefined,
    created_at: Number(stream['created_at'] ?? 0),
  },
})

/** A feed that returns the given events once. */
export const aLiveFeed = () => {
  let waiting: ReturnType<typeof aLiveEvent>[] = []
  let place = 0
  const handler: ApiHandlers = {
    'GET /ui/v1/events/feed': ({ search }) => {
      if (!search.has('after')) return { body: { data: [], next: `${place}-0`, gap: false } }
      const data = waiting
      waiting = []
      place += data.length
      return { body: { data, next: `${place}-0`, gap: false } }
    },
  }
  return { handler, tell: (...events: typeof waiting) => void waiting.push(...events) }
}
