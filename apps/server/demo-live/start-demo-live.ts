import { deleteAsset, flagsOfEnvironment, lockAsset } from '@playhead/features/video/assets/server'
import { ingestPortsOf } from '@playhead/features/video/broadcasts/server'
import {
  addLiveStream,
  findLiveStream,
  loadPartsOfLiveStream,
  type LiveStreamParts,
  openedSecret,
} from '@playhead/features/video/live-streams/server'
import { hasMedia } from '@playhead/media/find-media.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { findStage, writeStage } from './demo-live.sql.ts'
import { DrawnEncoder } from './drawn-encoder.ts'
import { LiveViewers } from './live-viewers.ts'

const title = 'Northlight Live'
/** A broadcast ends after an hour, and another begins. */
const broadcastSeconds = 3600
const keptRecordings = 2
const lookMs = 2000
const latencyMs = 2600

const findOrAdd = async (app: App, environment: Environment, known: string | null) => {
  const row = known === null ? undefined : await findLiveStream(environment, known)
  if (row) return row.id
  const { stream } = await addLiveStream(app, environment, {
    options: {
      playback_policies: ['public'],
      new_asset_settings: { playback_policies: ['public'], video_quality: 'basic' },
      latency_mode: 'low',
      reconnect_window: 60,
      max_continuous_duration: broadcastSeconds,
      meta: { title },
    },
    flags: await flagsOfEnvironment(environment),
  })
  await writeStage(app.postgres, environment.id, stream.id)
  return stream.id
}

const removeOldRecordings = async (
  app: App,
  environment: Environment,
  { recentAssetIds, stream }: LiveStreamParts,
) => {
  for (const id of recentAssetIds.slice(0, -keptRecordings))
    if (id !== stream.active_asset_id)
      await environment.postgres.transaction(async (transaction) => {
        const tenant = within(environment, transaction)
        const asset = await lockAsset(tenant, id)
        if (asset) await deleteAsset(app, tenant, asset)
      })
}

const hostedOf = (app: App, { stream, playbackIds }: LiveStreamParts) => {
  const [playback] = playbackIds
  if (stream.status !== 'active' || stream.active_asset_id === null || !playback) return undefined
  return {
    assetId: stream.active_asset_id,
    liveStreamId: stream.id,
    address: `${app.settings.publicUrl}/${playback.id}.m3u8`,
    latencyMs,
  }
}

const loopback = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** PLAYHEAD_DEMO_LIVE: a live stream of the demo that is on air while the program runs, with viewers where beacons are taken. */
export const startDemoLive = async (
  app: App,
  collectorAddress: string | undefined,
): Promise<{ stop(): Promise<void> }> => {
  const none = { stop: async () => {} }
  const { media, settings, log } = app
  if (!settings.isDemoLive || !hasMedia(media)) return none
  const stage = await findStage(app.postgres)
  const { rtmp: port } = ingestPortsOf(app)
  if (!stage) {
    log.warn('PLAYHEAD_DEMO_LIVE: this server has no demo organization.')
    return none
  }
  if (port === undefined) {
    log.warn('PLAYHEAD_DEMO_LIVE: no port is open for encoders. Set LIVE_RTMP_PORT.')
    return none
  }
  const { postgres, clickhouse } = app
  const environment = {
    id: stage.id,
    organizationId: stage.organization_id,
    postgres,
    clickhouse,
  }
  const id = await findOrAdd(app, environment, stage.live_stream_id)
  const read = async () => {
    const row = await findLiveStream(environment, id)
    return row && loadPartsOfLiveStream(environment, row)
  }
  const encoder = new DrawnEncoder({
    ffmpeg: media.ffmpeg,
    url: `rtmp://${loopback(settings.live.host)}:${port}/app`,
    log,
    streamKey: async () => {
      const row = await findLiveStream(environment, id)
      // Deleted, it stays off until the next start; disabled, until it is enabled.
      if (!row || row.status === 'disabled') return undefined
      return openedSecret(app, row.key_sealed)
    },
  })
  const viewers =
    collectorAddress === undefined
      ? undefined
      : new LiveViewers({ to: collectorAddress, environmentKey: stage.key })
  let lastRecording: string | undefined
  const look = async () => {
    const parts = await read()
    viewers?.watch(parts?.stream.title ?? title, parts && hostedOf(app, parts))
    const newest = parts?.recentAssetIds.at(-1)
    if (!parts || newest === lastRecording) return
    lastRecording = newest
    await removeOldRecordings(app, environment, parts)
  }
  let looking = Promise.resolve()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    looking = look()
      .catch((error: unknown) => log.warn('The demo live stream could not be read.', { error }))
      .finally(() => (isLooking = false))
  }, lookMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all([encoder.stop(), viewers?.stop(), looking])
    },
  }
}
