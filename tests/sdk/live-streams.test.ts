import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import Mux, { BadRequestError, NotFoundError } from '@mux/mux-node'
import { afterAll, expect, test } from 'vitest'
import { scopes } from '@playhead/domain/scopes.ts'
import {
  insertLiveEvent,
  type LiveState,
  setLiveStatus,
  settleCommand,
} from '@playhead/features/video/live-streams/server'
import { within } from '@playhead/server-kit/tenant.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { CheckedAnswers, methodsOf } from './checked-data.ts'
import { problemsOf } from './declarations.ts'

const { api, app, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' },
})
const make = aFactory(database)

const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Keeps what webhooks send, as it came. */
const received: { headers: Record<string, string>; body: string }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += piece.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers as Record<string, string>, body })
    response.end('thanks')
  })
})
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`

const services = features.flatMap((feature) => feature.services)
const running = services.find(({ name }) => name === 'webhooks')!.start(app)
afterAll(async () => {
  await running.stop()
  for (const one of [server, receiver]) {
    one.close()
    if ('closeAllConnections' in one) one.closeAllConnections()
  }
})

const answers = new CheckedAnswers()
const client = async () => {
  const { environment, organization } = await make.world()
  const token = await make.accessToken(environment, [...scopes])
  const mux = new Mux({ tokenId: token.id, tokenSecret: token.secret, baseURL, maxRetries: 0 })
  const tenant = {
    id: environment.id,
    organizationId: organization.id,
    postgres: database,
    clickhouse: app.clickhouse,
  }
  return { mux, liveStreams: answers.watchVideo(mux).liveStreams, tenant }
}

const webhookTypes = new URL(
  '../../node_modules/@mux/mux-node/resources/webhooks/webhooks.d.ts',
  import.meta.url,
)
/** `video.live_stream.created` is declared as `VideoLiveStreamCreatedWebhookEvent`. */
const declaredEvent = (type: string) => {
  const words = type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1))
  return { text: `${words.join('')}WebhookEvent`, file: webhookTypes, scope: [] }
}

const all = async <Row>(pages: AsyncIterable<Row>) => {
  const rows: Row[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

test('a live stream is made, read, changed and deleted', async () => {
  const { liveStreams, mux } = await client()
  const made = await liveStreams.create({
    playback_policies: ['public'],
    new_asset_settings: { playback_policies: ['signed'], video_quality: 'premium' },
    latency_mode: 'low',
    reconnect_window: 30,
    reconnect_slate_url: 'https://example.com/slate.png',
    max_continuous_duration: 3600,
    embedded_subtitles: [{ language_channel: 'cc1', language_code: 'en' }],
    generated_subtitles: [{ language_code: 'en-US', name: 'Heard' }],
    simulcast_targets: [{ url: 'rtmp://live.example.com/app', stream_key: 'theirs' }],
    meta: { title: 'Concert' },
    passthrough: 'mine',
    test: true,
  })
  expect(made).toMatchObject({ status: 'idle', latency_mode: 'low', meta: { title: 'Concert' } })
  expect(await liveStreams.retrieve(made.id)).toEqual(made)
  const updated = await liveStreams.update(made.id, {
    latency_mode: 'standard',
    passthrough: '',
    new_asset_settings: { video_quality: 'plus', master_access: 'temporary' },
  })
  expect(updated).toMatchObject({ latency_mode: 'standard', reconnect_window: 30 })
  expect(updated.passthrough).toBeUndefined()
  const second = await liveStreams.create({})
  expect(await all(liveStreams.list())).toEqual([second, updated])
  expect(await all(liveStreams.list({ limit: 1 }))).toEqual([second, updated])
  expect(await all(liveStreams.list({ stream_key: made.stream_key }))).toEqual([updated])
  expect(await all(liveStreams.list({ status: 'active' }))).toEqual([])
  await liveStreams.delete(made.id)
  await expect(liveStreams.retrieve(made.id)).rejects.toBeInstanceOf(NotFoundError)
  await expect(liveStreams.delete(made.id)).rejects.toBeInstanceOf(NotFoundError)
  await expect(mux.video.playbackIds.retrieve(made.playback_ids![0]!.id)).rejects.toBeInstanceOf(
    NotFoundError,
  )
  const foreign = await client()
  await expect(foreign.liveStreams.retrieve(second.id)).rejects.toBeInstanceOf(NotFoundError)
})

test('the older forms of create', async () => {
  const { liveStreams } = await client()
  const older = {
    playback_policy: 'public',
    low_latency: true,
    new_asset_settings: { playback_policy: ['public'] },
  } as unknown as Mux.Video.LiveStreamCreateParams
  const made = await liveStreams.create(older)
  expect(made).toMatchObject({ low_latency: true, playback_ids: [{ policy: 'public' }] })
})

test('captions, files of recordings, playback ids and simulcast targets', async () => {
  const { liveStreams, mux } = await client()
  const { id } = await liveStreams.create({})
  const captions = [{ language_channel: 'cc2', language_code: 'fr', name: 'Français' }] as const
  const embedded = await liveStreams.updateEmbeddedSubtitles(id, {
    embedded_subtitles: [...captions],
  })
  expect(embedded.embedded_subtitles).toEqual(captions)
  const generated = await liveStreams.updateGeneratedSubtitles(id, {
    generated_subtitles: [{ language_code: 'de' }],
  })
  expect(generated.generated_subtitles).toEqual([{ language_code: 'de', name: 'German' }])
  const renditions = await liveStreams.updateNewAssetSettingsStaticRenditions(id, {
    static_renditions: [{ resolution: 'audio-only' }, { resolution: 'highest' }],
  })
  expect(renditions.new_asset_settings?.static_renditions).toHaveLength(2)
  await liveStreams.deleteNewAssetSettingsStaticRenditions(id)
  expect((await liveStreams.retrieve(id)).new_asset_settings).toEqual({})

  const playbackId = await liveStreams.createPlaybackId(id, { policy: 'signed' })
  expect(await liveStreams.retrievePlaybackId(id, playbackId.id)).toEqual(playbackId)
  expect(await mux.video.playbackIds.retrieve(playbackId.id)).toEqual({
    ...playbackId,
    object: { id, type: 'live_stream' },
  })
  await liveStreams.deletePlaybackId(id, playbackId.id)

  const target = await liveStreams.createSimulcastTarget(id, {
    url: 'rtmps://live.example.com:443/rtmp/',
    stream_key: 'theirs',
    passthrough: 'one',
  })
  expect(await liveStreams.retrieveSimulcastTarget(id, target.id)).toEqual(target)
  expect((await liveStreams.retrieve(id)).simulcast_targets).toEqual([target])
  await liveStreams.deleteSimulcastTarget(id, target.id)
  await expect(liveStreams.retrieveSimulcastTarget(id, target.id)).rejects.toBeInstanceOf(
    NotFoundError,
  )
})

test('the key is replaced, and encoders are refused and let in again', async () => {
  const { liveStreams } = await client()
  const made = await liveStreams.create({})
  const reset = await liveStreams.resetStreamKey(made.id)
  expect(reset.stream_key).not.toBe(made.stream_key)
  expect(await all(liveStreams.list({ stream_key: made.stream_key }))).toEqual([])
  await liveStreams.disable(made.id)
  expect((await liveStreams.retrieve(made.id)).status).toBe('disabled')
  await liveStreams.enable(made.id)
  expect((await liveStreams.retrieve(made.id)).status).toBe('idle')
  const early = await liveStreams.complete(made.id).catch((error: unknown) => error)
  expect(early).toBeInstanceOf(BadRequestError)
  expect(early).toMatchObject({
    error: { error: { type: 'invalid_parameters', messages: ['The live stream is not active.'] } },
  })
})

test('each change is one webhook event, signed and as the client declares it, in order', async () => {
  const { liveStreams, mux, tenant } = await client()
  const { signing_secret: secret } = await mux.system.webhooks.create({ address: hook })
  const { id } = await liveStreams.create({
    playback_policies: ['public'],
    simulcast_targets: [{ url: 'rtmp://live.example.com/app', stream_key: 'theirs' }],
  })
  await liveStreams.update(id, { meta: { title: 'Concert' } })
  await liveStreams.resetStreamKey(id)
  await liveStreams.disable(id)
  await liveStreams.enable(id)

  /** What a broadcast writes, in one transaction. */
  const becomes = (state: LiveState, ...events: Parameters<typeof insertLiveEvent>[1][]) =>
    database.transaction(async (transaction) => {
      const there = within(tenant, transaction)
      await setLiveStatus(there, id, state)
      for (const event of events)
        await insertLiveEvent(there, event, id, event === 'idle' ? { endedAssetId: assetId } : {})
      if (events.includes('idle')) await settleCommand(there, id)
    })
  const assetId = '0f2c7c58-5f0c-4c92-9c0a-2a3b9d1f7e11'
  await becomes(
    { active_asset_id: assetId, ingest_protocol: 'rtmp', is_connected: true },
    'connected',
  )
  await becomes({ is_recording: true }, 'recording')
  await becomes({ status: 'active' }, 'active')
  expect(await liveStreams.retrieve(id)).toMatchObject({
    status: 'active',
    active_asset_id: assetId,
    active_ingest_protocol: 'rtmp',
    recent_asset_ids: [assetId],
  })
  const target = { url: 'rtmp://live.example.com/app' }
  await expect(liveStreams.createSimulcastTarget(id, target)).rejects.toBeInstanceOf(
    BadRequestError,
  )
  await liveStreams.complete(id)
  await becomes({ is_connected: false, is_recording: false }, 'disconnected')
  await becomes({ status: 'idle', active_asset_id: null, ingest_protocol: null }, 'idle')
  await liveStreams.delete(id)

  const expected = [
    'created',
    'simulcast_target.created',
    'updated',
    'updated',
    'disabled',
    'enabled',
    'connected',
    'recording',
    'active',
    'disconnected',
    'idle',
    'deleted',
  ].map((name) => `video.live_stream.${name}`)
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(expected.length)
  const events = await Promise.all(
    received.map(({ body, headers }) => mux.webhooks.unwrap(body, headers, secret)),
  )
  const times = new Map(events.map((event) => [event.type, event]))
  // Deliveries overlap, so their order is that of the events' times.
  const ordered = events.toSorted((one, other) => one.created_at.localeCompare(other.created_at))
  expect(ordered.map(({ type }) => type)).toEqual(expected)
  for (const event of events) {
    expect(event.object).toEqual({ type: 'live_stream', id })
    // The one difference: keys are not written into events.
    const isAboutTarget = event.type.includes('simulcast')
    expect(problemsOf(event, declaredEvent(event.type), event.type)).toEqual(
      isAboutTarget ? [] : [`${event.type}.data.stream_key is missing and not string`],
    )
  }
  expect(times.get('video.live_stream.recording')?.data).toMatchObject({
    status: 'idle',
    connected: true,
    recording: true,
    active_asset_id: assetId,
  })
  expect(times.get('video.live_stream.idle')?.data).toMatchObject({
    status: 'idle',
    connected: false,
    active_asset_id: assetId,
  })
})

test('every method was asked, and every answer was as the client declares it', async () => {
  const { liveStreams } = await client()
  const asked = [...answers.called].filter((name) => name.startsWith('liveStreams.'))
  expect(asked.toSorted()).toEqual(
    methodsOf(liveStreams, ['liveStreams'])
      .map((names) => names.join('.'))
      .toSorted(),
  )
  // Declared as void, because clients use nothing of it; documented as 200 with this body.
  const unused = /^liveStreams\.(complete|disable|enable) is \{"data":\{\}\} and not void$/
  expect((await answers.problems()).filter((problem) => !unused.test(problem))).toEqual([])
})
