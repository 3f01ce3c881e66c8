import { ApiError } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import {
  findAsset,
  flagsOfEnvironment,
  refuseNewMedia,
} from '@playhead/features/video/assets/server'
import { findByStreamKey, type LiveStreamOfKey } from '@playhead/features/video/live-streams/server'
import type { Admit, Decision, PublishRequest, Refusal } from '@playhead/ingest/packet.ts'
import { openRecording } from '@playhead/media/live/live-recording.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { keptNetwork } from '@playhead/server-kit/identity/where-from.ts'
import { takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { registryOf } from '../live-registry.ts'
import { beginBroadcast, type Begun } from '../run/begin-broadcast.ts'
import { Broadcast } from '../run/broadcast.ts'
import { finishRecording } from '../run/finish-recording.ts'
import { broadcastFolderOf } from '../run/live-folder.ts'
import { insertRefusal } from '../rows/refusals.sql.ts'
import type { Load } from './room.ts'
import { refusals, refusedSettings, type RefusalReason, tooManyStreams } from './words.ts'

/** Wrong keys from one network. */
const misses = { kind: 'live key', max: 20, windowMinutes: 10 }
const missMs = 1000
const roomBytes = 2e9
const roomShare = 0.05

class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly reason: RefusalReason,
    readonly refusal: Refusal,
  ) {
    super(refusal.message)
  }
}

const refuse = (reason: keyof typeof refusals): never => {
  throw new Refused(reason, refusals[reason])
}

/** Each is counted and answered late: eight at once of a network never guess 128 bits. */
const refuseKey = async (app: App, { remoteAddress }: PublishRequest) => {
  const isWithinLimit = await takeAttempt(app, misses, networkOf(remoteAddress)).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return false
    },
  )
  await pause(missMs)
  return refuse(isWithinLimit ? 'key' : 'attempts')
}

/** Encoders of one network share its address: the wrong key of one, tried again and again, shuts out no other. */
const authenticate = async (app: App, request: PublishRequest) =>
  (await findByStreamKey(app.postgres, request.streamKey)) ?? refuseKey(app, request)

const hasRoomOnDisk = async ({ disk }: App) => {
  const { freeBytes, totalBytes } = await disk.reading()
  return (
    freeBytes >= Math.max(Math.min(roomBytes, totalBytes * roomShare * 2), totalBytes * roomShare)
  )
}

const environmentOfKey = (app: App, found: LiveStreamOfKey): Environment => ({
  id: found.environment_id,
  organizationId: found.organization_id,
  postgres: app.postgres,
  clickhouse: app.clickhouse,
})

/** The checks of a new broadcast; a running one is never ended to make room. */
const checkRoom = async (
  app: App,
  environment: Environment,
  { is_test: isTest }: LiveStreamOfKey,
  load: Load,
) => {
  if (load.isTooHigh) refuse('load')
  if (!(await hasRoomOnDisk(app))) refuse('disk')
  const { video, testVideoOnly } = await flagsOfEnvironment(environment)
  if (!video) refuse('plan')
  if (testVideoOnly && !isTest) refuse('test_only')
  await refuseNewMedia(app, environment, 'broadcast').catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'payment_required')
      refuse(error.detail.name === 'invoice_overdue' ? 'invoice_overdue' : 'spending_cap')
    throw error
  })
}

const openBroadcast = async (
  app: App,
  environment: Environment,
  { stream, row }: Begun,
): Promise<Broadcast> => {
  const asset = await findAsset(environment, row.asset_id)
  const recording = await openRecording({
    folder: broadcastFolderOf(app.settings.dataFolder, row.id),
    latencyMode: stream.latency_mode,
    isAudioOnly: stream.is_audio_only,
  })
  return new Broadcast({
    app,
    environment,
    id: row.id,
    assetId: row.asset_id,
    stream,
    beganAt: row.began_at,
    recording,
    asset: {
      maxTier: asset?.max_resolution_tier ?? '1080p',
      quality: asset?.video_quality ?? 'basic',
    },
    onEnd: (ended, remains) => registryOf(app).remove(ended, remains),
  })
}

const decide = async (
  app: App,
  request: PublishRequest,
  found: LiveStreamOfKey,
  load: Load,
): Promise<Decision> => {
  const registry = registryOf(app)
  if (registry.isStopping) refuse('load')
  const environment = environmentOfKey(app, found)
  if (found.status === 'disabled' || found.command === 'disable') refuse('disabled')
  let running = registry.ofStream(found.id)
  if (running?.isOver || found.command === 'complete') {
    // The one before it is about to end.
    await running?.finish('complete')
    running = registry.ofStream(found.id)
  }
  if (running) {
    if (!running.isQuiet) refuse('busy')
    const connection = await running.reconnect(request, found.key_print)
    return connection ? { accepted: connection } : refuse('busy')
  }
  await checkRoom(app, environment, found, load)
  const begun = await beginBroadcast(app, environment, found.id, {
    request,
    keyPrint: found.key_print,
  }).catch((error: unknown) => {
    // The plan has changed since these settings were accepted.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    throw new Refused('settings', refusedSettings(error.message))
  })
  if (begun === 'busy') return refuse('busy')
  if (begun === 'full') throw new Refused('streams', tooManyStreams(app.settings.live.streamsMax))
  const broadcast = await openBroadcast(app, environment, begun).catch(async (error: unknown) => {
    // Its rows would stay open, and every encoder would be refused as a second one.
    const { id, asset_id: assetId } = begun.row
    const place = { app, environment, id, assetId, liveStreamId: found.id }
    const end = { reason: 'failed', wasConnected: true, disables: false }
    await finishRecording(place, undefined, end)
    throw error
  })
  if (registry.isStopping) {
    await broadcast.suspend()
    return refuse('load')
  }
  registry.add(broadcast)
  return { accepted: broadcast.connect(request, found.key_print) }
}

const recordRefusal = async (
  app: App,
  { protocol, remoteAddress }: PublishRequest,
  found: LiveStreamOfKey | undefined,
  { reason, refusal }: Refused,
) => {
  // People are not told the whole address.
  const network = keptNetwork(remoteAddress)
  app.log.info('An encoder was refused.', { reason, protocol, network, liveStream: found?.id })
  if (found)
    await insertRefusal(environmentOfKey(app, found), found.id, {
      reason,
      message: refusal.message,
      protocol,
      network,
    })
}

/** Who may send, in the order in which reasons matter to an encoder. */
export const admitWith =
  (app: App, load: Load): Admit =>
  async (request) => {
    let found: LiveStreamOfKey | undefined
    try {
      found = await authenticate(app, request)
      return await decide(app, request, found, load)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await recordRefusal(app, request, found, error)
      return { refused: error.refusal }
    }
  }
