import {
  becomeReadyWhileLive,
  beginRecording,
  lockAsset,
  markReadyWhileLive,
  type RecordedTracks,
} from '@playhead/features/video/assets/server'
import {
  insertLiveEvent,
  type LiveEvent,
  type LiveState,
  lockLiveStreamEvenDeleted,
  setLiveStatus,
} from '@playhead/features/video/live-streams/server'
import { tierOf } from '@playhead/media/tiers.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { type BroadcastState, updateBroadcast } from '../rows/broadcasts.sql.ts'
import { type Arrived, insertConnection, leaveConnection } from '../rows/connections.sql.ts'

/** What the rows of a broadcast are found by. */
export interface BroadcastPlace {
  app: App
  environment: Environment
  id: string
  liveStreamId: string
  assetId: string
}

/** One transaction that holds the live stream; nothing happens if its environment is gone. */
const change = (
  { environment, id, liveStreamId }: BroadcastPlace,
  work: (tenant: Environment) => Promise<void>,
  state: BroadcastState,
  encoder?: string | null,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    if (!(await lockLiveStreamEvenDeleted(tenant, liveStreamId))) return
    await work(tenant)
    await updateBroadcast(tenant, id, { state, ...(encoder !== undefined && { encoder }) })
  })

const set = async (tenant: Environment, id: string, event: LiveEvent, state: LiveState) => {
  await setLiveStatus(tenant, id, state)
  await insertLiveEvent(tenant, event, id)
}

/** The encoder has come back. */
export const recordReturn = (place: BroadcastPlace, arrived: Arrived) =>
  change(
    place,
    async (tenant) => {
      const { id, liveStreamId, assetId } = place
      await set(tenant, liveStreamId, 'connected', { is_connected: true })
      const broadcast = { id, live_stream_id: liveStreamId, asset_id: assetId }
      await insertConnection(tenant, broadcast, arrived)
    },
    'recording',
    arrived.encoder,
  )

/** Its first frame is recorded; `tracks` the first time only. */
export const recordRecording = (place: BroadcastPlace, tracks: RecordedTracks | undefined) =>
  change(
    place,
    async (tenant) => {
      await set(tenant, place.liveStreamId, 'recording', { is_recording: true })
      const asset = tracks && (await lockAsset(tenant, place.assetId))
      if (asset) await beginRecording(place.app, tenant, asset, tracks)
    },
    'recording',
  )

const divisorOf = (one: number, other: number): number =>
  other === 0 ? one : divisorOf(other, one % other)

/** As processing describes an asset, before its map exists. */
const factsOfTracks = ({ video }: RecordedTracks) => {
  if (!video)
    return { duration: 0, resolutionTier: 'audio-only', aspectRatio: null, frameRate: null }
  const divisor = divisorOf(video.width, video.height)
  return {
    duration: 0,
    resolutionTier: tierOf(video),
    aspectRatio: `${video.width / divisor}:${video.height / divisor}`,
    frameRate: video.frameRate,
  }
}

/** It can be played; again after each return of the encoder. */
export const recordActive = (place: BroadcastPlace, tracks: RecordedTracks) =>
  change(
    place,
    async (tenant) => {
      const asset = await lockAsset(tenant, place.assetId)
      if (asset?.status === 'preparing')
        await becomeReadyWhileLive(place.app, tenant, asset, () =>
          markReadyWhileLive(tenant, asset.id, factsOfTracks(tracks)),
        )
      await set(tenant, place.liveStreamId, 'active', { status: 'active' })
    },
    'active',
  )

export const recordDisconnected = (place: BroadcastPlace) =>
  change(
    place,
    async (tenant) => {
      await set(tenant, place.liveStreamId, 'disconnected', {
        is_connected: false,
        is_recording: false,
      })
      await leaveConnection(tenant, place.id, true)
    },
    'away',
  )
