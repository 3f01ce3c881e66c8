import { ids } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers, GivenResponse } from '@playhead/web-kit/testing-server.ts'

const asset = '77777777-7777-4777-8777-777777777777'
const upload = '88888888-8888-4888-8888-888888888888'
export const made = { asset, upload }

type Body = Record<string, unknown>

export const anAsset = (more: Body = {}) => ({
  id: asset,
  created_at: '1700000000',
  status: 'preparing',
  upload_id: upload,
  playback_ids: [{ id: 'publicPlaybackId0123456789', policy: 'public' }],
  ...more,
})

const anUpload = (origin: string, more: Body = {}) => ({
  id: upload,
  status: 'waiting',
  url: `${origin}/uploads/secret`,
  cors_origin: '*',
  timeout: 3600,
  ...more,
})

interface Told {
  type: string
  object?: 'asset' | 'upload'
  data: Body
}

/** The state of one file on the server: tests change it while the page polls. */
export const aVideoApi = () => {
  const state = {
    asset: anAsset() as Body | undefined,
    told: [] as Told[],
    hasGap: false,
    upload: {} as Body,
    /** Holds the answer to a question about the direct upload. */
    uploadAnswer: undefined as Promise<void> | undefined,
    createAnswer: undefined as GivenResponse | undefined,
    part: { status: 200, text: '' } as GivenResponse,
  }
  const api: ApiHandlers = {
    'POST /video/v1/uploads': () =>
      state.createAnswer ?? {
        status: 201,
        body: { data: anUpload('http://localhost', state.upload) },
      },
    'PUT /uploads/secret': () => state.part,
    [`PUT /video/v1/uploads/${upload}/cancel`]: () => ({
      body: { data: anUpload('', { status: 'cancelled' }) },
    }),
    [`GET /video/v1/uploads/${upload}`]: () => ({
      ...(state.uploadAnswer && { after: state.uploadAnswer }),
      body: { data: anUpload('', { status: 'asset_created', asset_id: asset, ...state.upload }) },
    }),
    'POST /video/v1/assets': () =>
      state.createAnswer ?? { status: 201, body: { data: anAsset({ upload_id: undefined }) } },
    [`GET /video/v1/assets/${asset}`]: () =>
      state.asset
        ? { body: { data: state.asset } }
        : { status: 404, body: { error: { type: 'not_found', messages: ['No such asset.'] } } },
    [`GET /video/v1/assets/${asset}/input-info`]: {
      body: {
        data: [
          {
            settings: {},
            file: { tracks: [{ type: 'video', width: 640, height: 360, encoding: 'h264' }] },
          },
        ],
      },
    },
    [`DELETE /video/v1/assets/${asset}`]: { status: 204 },
    'GET /ui/v1/events/feed': ({ search }) => {
      const isFirst = search.get('after') === null
      const data = isFirst ? [] : state.told.splice(0).map(event)
      return { body: { data, next: '1-1', gap: state.hasGap } }
    },
  }
  return { state, api }
}

const event = ({ type, object = 'asset', data }: Told) => ({
  id: crypto.randomUUID(),
  type,
  created_at: '2026-01-01T00:00:00.000Z',
  object: { type: object, id: String(data['id']) },
  environment: { id: ids.environment, name: 'Production' },
  data: { ...data, created_at: 1_700_000_000 },
})
