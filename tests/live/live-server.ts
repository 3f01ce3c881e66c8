import { afterAll } from 'vitest'
import { billingServer } from '@playhead/features/account/billing/server'
import { invoicesServer } from '@playhead/features/account/invoices/server'
import { eventsServer } from '@playhead/features/activity/events/server'
import { signingKeysServer } from '@playhead/features/system/signing-keys/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { broadcastsServer, startListening } from '@playhead/features/video/broadcasts/server'
import { deliveryUsageServer } from '@playhead/features/video/delivery-usage/server'
import { liveStreamsServer } from '@playhead/features/video/live-streams/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { playbackRestrictionsServer } from '@playhead/features/video/playback-restrictions/server'
import { playbackServer } from '@playhead/features/video/playback/server'
import { processingServer } from '@playhead/features/video/processing/server'
import { shotsServer } from '@playhead/features/video/shots/server'
import { staticRenditionsServer } from '@playhead/features/video/static-renditions/server'
import { tracksServer } from '@playhead/features/video/tracks/server'
import { watchServer } from '@playhead/features/video/watch/server'
import { startFfmpeg } from '@playhead/ingest/testing-encoder.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { readEvents } from '@playhead/testing/rows/rows.ts'
import { createApi } from '@playhead/server-kit/http/api.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { until } from '../process/running-program.ts'

export const liveFeatures = [
  assetsServer,
  billingServer,
  broadcastsServer,
  deliveryUsageServer,
  eventsServer,
  invoicesServer,
  liveStreamsServer,
  playbackIdsServer,
  playbackRestrictionsServer,
  playbackServer,
  processingServer,
  shotsServer,
  signingKeysServer,
  staticRenditionsServer,
  tracksServer,
  watchServer,
]

/** Eight seconds of picture with B-frames, a keyframe each second, and sound. */
export const liveClip = () =>
  makeClip(
    '-f lavfi -i testsrc2=s=320x180:r=30:d=8 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=8 -c:v libx264 -preset veryfast -g 30 -sc_threshold 0 -bf 2 -pix_fmt yuv420p -c:a aac -b:a 64k -ac 2',
  )

/** Without sound, and with keyframes that are too far apart. */
const slowClip = () =>
  makeClip(
    '-f lavfi -i testsrc2=s=320x180:r=30:d=14 -c:v libx264 -preset veryfast -g 120 -sc_threshold 0 -bf 0 -pix_fmt yuv420p',
  )

const address = '/video/v1/live-streams'

/** The API, playback and a listener for encoders in this process. Call it at the top of a test file. */
export const startLiveServer = async (
  settings: Record<string, string> = {},
  given: Pick<NonNullable<Parameters<typeof startTestApp>[1]>, 'disk'> = {},
) => {
  const clickhouse = await makeTestClickHouse()
  const { app, api, call, database, logLines, clock } = await startTestApp(liveFeatures, {
    clickhouse,
    settings: { LIVE_RTMP_PORT: '0', ...settings },
    ...given,
  })
  let listening = await startListening(app, database)
  afterAll(() => listening.stop())
  const make = aFactory(database)

  /** As a stop and a start of the program. */
  const restart = async (between?: () => Promise<unknown>) => {
    await listening.stop()
    await between?.()
    listening = await startListening(app, database)
  }

  const makeStream = async (body: Record<string, unknown> = {}) => {
    const world = await make.world()
    const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
    const answer = await call(address, {
      token,
      body: {
        playback_policy: ['public'],
        new_asset_settings: { playback_policy: ['public'] },
        ...body,
      },
    })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    const { id, stream_key: key } = answer.body.data as { id: string; stream_key: string }
    const at = `${address}/${id}`
    const send = (method: string, path = '', given?: unknown) =>
      call(`${at}${path}`, { token, method, ...(given !== undefined && { body: given }) })
    const read = async () => (await send('GET')).body.data
    const readAsset = async (assetId: string) =>
      (await call(`/video/v1/assets/${assetId}`, { token })).body?.data
    const playbackId = answer.body.data.playback_ids?.[0]?.id as string
    /** With which a member looks at a playback id. */
    const previewToken = async (playedId: string) => {
      const { organization, environment, member: as } = world
      const path = `/ui/v1/playback-tokens?playback_ids=${playedId}`
      return (await call(path, { as, organization, environment })).body.data?.[0]?.video as string
    }
    const ids = { world, token, id, key, playbackId }
    const asProgram = (path: string) => call(path, { token })
    return { ...ids, send, read, readAsset, call: asProgram, previewToken }
  }
  type Stream = Awaited<ReturnType<typeof makeStream>>

  const push = async (
    key: string,
    options: { isLive?: boolean; isEndless?: boolean; file?: string; args?: string[] } = {},
  ) =>
    startFfmpeg(
      options.file ?? (await liveClip()),
      `rtmp://127.0.0.1:${listening.ports[0]}/app/${key}`,
      {
        isLive: options.isLive ?? false,
        isEndless: options.isEndless ?? false,
        ...(options.args && { args: options.args }),
      },
    )

  /** Events of the live stream and of its assets, in their order. */
  const listEventTypes = async ({ id, world }: Stream) => {
    const events = await readEvents(database, { environment_id: world.environment.id })
    return events
      .map((row) => String(row['type']).replace('video.', ''))
      .filter((type) => type !== 'live_stream.created' || id === '')
  }

  const untilStatus = (stream: Stream, status: string) =>
    until(`${stream.id} is ${status}`, async () => (await stream.read()).status === status)

  /** From the accepted encoder to the end of the recording. */
  const untilOver = (stream: Stream, types = 'asset.live_stream_completed') =>
    until(`${types} of ${stream.id}`, async () => (await listEventTypes(stream)).includes(types))

  /** As a process beside this one, which has the database and no encoder. */
  const elsewhere = createApi({ ...app, storage: Object.create(app.storage) }, liveFeatures)
  const readElsewhere = async ({ token }: Stream, path: string) => {
    const code = Buffer.from(`${token.id}:${token.secret}`).toString('base64')
    const answer = await elsewhere.request(path, { headers: { authorization: `Basic ${code}` } })
    return (await answer.json()) as Json
  }

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api.request(path, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString('utf8') }
  }

  return {
    app,
    api,
    call,
    clock,
    database,
    logLines,
    makeStream,
    push,
    listEventTypes,
    untilStatus,
    untilOver,
    get,
    slowClip,
    readElsewhere,
    restart,
    port: () => listening.ports[0],
  }
}

/** Waits for the events that follow, in their order. */
export const listTypesAfter = async (
  list: () => Promise<string[]>,
  before: readonly string[],
  after: readonly string[],
) => {
  const expected = [...before, ...after].join(', ')
  await until(`the events are ${expected}`, async () => (await list()).join(', ') === expected)
}
