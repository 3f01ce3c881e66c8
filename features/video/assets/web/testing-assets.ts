import { ids } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'

export const base = `/organizations/${ids.organization}/environments/${ids.environment}`

export const anAssetId = (number: number) =>
  `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`

/** As the API shows it; later assets have higher numbers. */
export const anAsset = (number = 1, overrides: Record<string, unknown> = {}) => ({
  id: anAssetId(number),
  created_at: String(1_795_000_000 + number),
  status: 'ready',
  progress: { state: 'completed', progress: 100 },
  video_quality: 'plus',
  encoding_tier: 'smart',
  max_resolution_tier: '1080p',
  resolution_tier: '720p',
  max_stored_frame_rate: 25,
  aspect_ratio: '16:9',
  duration: 95,
  master_access: 'none',
  playback_ids: [{ id: `Play${String(number).padStart(28, '0')}`, policy: 'public' }],
  tracks: [
    {
      id: anAssetId(900 + number),
      type: 'video',
      status: 'ready',
      primary: true,
      max_width: 1280,
      max_height: 720,
      max_frame_rate: 25,
    },
    {
      id: anAssetId(800 + number),
      type: 'audio',
      status: 'ready',
      primary: true,
      name: 'Default',
      language_code: 'en',
      max_channels: 2,
    },
  ],
  meta: { title: `Film ${number}` },
  normalize_audio: false,
  ingest_type: 'on_demand_url',
  ...overrides,
})

type WireAsset = ReturnType<typeof anAsset>

export const anAssetListResponse = (data: WireAsset[], total = data.length) => ({
  body: { data, total_row_count: total, page: 1, limit: 25 },
})

export const anEvent = (
  type: string,
  asset: Record<string, unknown>,
  environmentId: string = ids.environment,
) => ({
  id: crypto.randomUUID(),
  type,
  created_at: '2026-11-21T12:00:00.000Z',
  object: { type: type.includes('.track.') ? 'track' : 'asset', id: String(asset['id']) },
  environment: { id: environmentId, name: 'Production' },
  data: { ...asset, created_at: Number(asset['created_at'] ?? 0) },
})

/** A feed that returns the given events once. */
export const aFeed = () => {
  let waiting: ReturnType<typeof anEvent>[] = []
  let place = 0
  let gap = false
  const handler: ApiHandlers = {
    'GET /ui/v1/events/feed': ({ search }) => {
      if (!search.has('after')) return { body: { data: [], next: `${place}-0`, gap: false } }
      const data = waiting
      waiting = []
      place += data.length
      const body = { data, next: `${place}-0`, gap }
      gap = false
      return { body }
    },
  }
  return {
    handler,
    tell: (...events: ReturnType<typeof anEvent>[]) => void waiting.push(...events),
    tellOfGap: () => void (gap = true),
  }
}

/** 31 days; the first is partial. */
export const prepared = {
  'GET /ui/v1/usage/assets-prepared': {
    body: {
      data: Array.from({ length: 31 }, (_, day) => ({
        date: new Date(Date.UTC(2026, 9, 22 + day)).toISOString(),
        value: day === 0 ? 6000 : day === 30 ? 150 : 0,
      })),
    },
  },
}
