import { z } from 'zod'
import {
  askViewerCounts,
  type Counted,
  type CountedDimension,
} from '@playhead/analytics/monitoring/ask-viewer-counts.sql.ts'
import { forbidden } from '@playhead/contract-kit/errors.ts'
import {
  environmentOfKey,
  publicKeyOf,
  readSignedClaims,
} from '@playhead/features/system/signing-keys/server'
import {
  listPlaybackIdsOf,
  listPlaybackIdsOfLiveStreams,
} from '@playhead/features/video/playback-ids/server'
import type { PlaybackHandler } from '@playhead/features/video/playback/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const dimensions: readonly CountedDimension[] = [
  'asset_id',
  'live_stream_id',
  'playback_id',
  'video_id',
]

const id = z.uuid()

/** The playback ids of a hosted asset or live stream. */
const playbackIdsOf = async (
  environment: Environment,
  { dimension, value }: Pick<Counted, 'dimension' | 'value'>,
) => {
  if (!id.safeParse(value).success) return []
  if (dimension === 'asset_id') return listPlaybackIdsOf(environment, [value])
  return dimension === 'live_stream_id' ? listPlaybackIdsOfLiveStreams(environment, [value]) : []
}

/** The same message for every kind of invalid token. */
const refused = () =>
  forbidden(
    'Viewer counts need a valid token. Sign one with a signing key of the environment, for the id to count and its kind, with an expiry in the future.',
  )

/** The token determines everything: its key the environment, its audience the kind of id. */
const openCounts = async (
  app: App,
  token: string,
): Promise<{ environment: Environment; counted: Counted }> => {
  let environment: Environment | undefined
  const claims = await readSignedClaims(token, {
    now: app.clock.now(),
    findKey: async (keyId) => {
      environment = await environmentOfKey(app, keyId)
      return environment && publicKeyOf(environment, keyId)
    },
  })
  const dimension = dimensions.find((one) => claims?.audiences.includes(one))
  if (!claims || !environment || !dimension) throw refused()
  const named = { dimension, value: claims.subject }
  const playbackIds = (await playbackIdsOf(environment, named)).map((row) => row.id)
  return { environment, counted: { ...named, playbackIds } }
}

/** `/counts?token=` */
export const serveViewerCounts =
  (app: App): PlaybackHandler =>
  async (request) => {
    const token = new URL(request.url).searchParams.get('token') ?? ''
    const { environment, counted } = await openCounts(app, token)
    const counts = await askViewerCounts(environment, counted, app.clock.now())
    const { views, viewers, countedAt } = counts
    return Response.json(
      { data: [{ views, viewers, updated_at: countedAt.toISOString() }] },
      { headers: { 'cache-control': 'no-store' } },
    )
  }
