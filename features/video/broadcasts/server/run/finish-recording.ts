import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type AssetRow,
  becomeReadyWhileLive,
  completeRecording,
  deleteAsset,
  findAsset,
  lockAsset,
  markRecorded,
  markReadyWhileLive,
} from '@playhead/features/video/assets/server'
import {
  insertLiveEvent,
  type LiveStreamRow,
  lockLiveStreamEvenDeleted,
  restTargets,
  setLiveStatus,
  settleCommand,
  updateLiveCommand,
} from '@playhead/features/video/live-streams/server'
import {
  factsOf,
  type RenditionPiece,
  saveRendition,
} from '@playhead/features/video/processing/server'
import { addRecordedTexts } from '@playhead/features/video/tracks/server'
import type { FinishedRecording, FinishedRendition } from '@playhead/media/live/recording-facts.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import { linkOrCopy } from '@playhead/media-store/link-or-copy.ts'
import { pieceKeyOf } from '@playhead/media-store/media-keys.ts'
import { adoptMediaFile, AssetGone } from '@playhead/media-store/store-media-file.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { lockUnfinished, updateBroadcast } from '../rows/broadcasts.sql.ts'
import { leaveConnection } from '../rows/connections.sql.ts'
import type { BroadcastPlace } from './change-state.ts'
import { recordedTextsOf } from './captions-of.ts'
import { isLoss } from './end-of-broadcast.ts'
import { broadcastFolderOf } from './live-folder.ts'

export interface BroadcastEnd {
  reason: string
  /** The encoder was there until the end. */
  wasConnected: boolean
  /** The live stream is disabled after it. */
  disables: boolean
}

type Kept = ReadonlyMap<FinishedRendition, readonly RenditionPiece[]>

/** Each time that it went on in another file, with what lies there until it left it. */
const storedPieces = (
  { pieces, stretches }: FinishedRendition,
  keys: ReadonlyMap<number, string>,
): RenditionPiece[] =>
  stretches.map(({ firstSegment, piece, place }, index) => {
    const { offsets = [] } = pieces.find((one) => one.piece === piece) ?? {}
    const next = stretches[index + 1]
    const count = next ? next.firstSegment - firstSegment : offsets.length - 1 - place
    return {
      storage_key: keys.get(piece) ?? '',
      first_segment: firstSegment,
      offsets: offsets.slice(place, place + count + 1),
      piece,
    }
  })

/** The files keep a second name in the folder of the recording until the rows are written. */
const keepFiles = async (
  { app, environment, assetId, id }: BroadcastPlace,
  { renditions }: FinishedRecording,
): Promise<Kept> => {
  const folder = broadcastFolderOf(app.settings.dataFolder, id)
  const kept = new Map<FinishedRendition, RenditionPiece[]>()
  for (const rendition of renditions) {
    const keys = new Map<number, string>()
    for (const { piece, fileName } of rendition.pieces) {
      const key = pieceKeyOf(environment.id, assetId, rendition.name, piece)
      const handed = join(folder, `${fileName}.handed`)
      await rm(handed, { force: true })
      await linkOrCopy(join(folder, fileName), handed)
      await adoptMediaFile(app, environment, { key, assetId }, handed)
      keys.set(piece, key)
    }
    kept.set(rendition, storedPieces(rendition, keys))
  }
  return kept
}

/** Picture and sound are streams of one file wherever the whole is needed. */
const withStreams = (map: MediaMap): MediaMap => ({
  ...map,
  audio: map.audio.map((audio, index) => ({ ...audio, stream: index + (map.video ? 1 : 0) })),
})

const complete = async (
  { app }: BroadcastPlace,
  tenant: Environment,
  asset: AssetRow,
  {
    found,
    map,
    kept,
    stream,
  }: {
    found: FinishedRecording
    map: MediaMap
    kept: Kept
    stream: LiveStreamRow | undefined
  },
) => {
  const facts = factsOf(map)
  if (asset.status === 'preparing')
    await becomeReadyWhileLive(app, tenant, asset, () =>
      markReadyWhileLive(tenant, asset.id, facts),
    )
  for (const [{ name, bytes }, pieces] of kept) {
    const [first] = pieces
    if (!first) continue
    await saveRendition(tenant, asset.id, {
      name,
      bytes,
      storageKey: first.storage_key,
      offsets: first.offsets,
      secondsEncoded: 0,
      pieces: pieces.length > 1 || first.piece !== 0 ? pieces : undefined,
    })
  }
  const times = found.recordingTimes.map(({ startedAt, durationSeconds, kind }) => ({
    started_at: startedAt.toISOString(),
    duration: durationSeconds,
    type: kind,
  }))
  await addRecordedTexts(tenant, asset.id, stream ? recordedTextsOf(stream, map) : [])
  await completeRecording(app, tenant, asset, {
    map,
    mark: () => markRecorded(tenant, asset.id, { map, facts, times }),
  })
}

const endLiveStream = async (
  tenant: Environment,
  { id: broadcastId, liveStreamId: id, assetId }: BroadcastPlace,
  stream: LiveStreamRow,
  { reason, wasConnected, disables }: BroadcastEnd,
) => {
  if (wasConnected) {
    await setLiveStatus(tenant, id, { is_connected: false, is_recording: false })
    await insertLiveEvent(tenant, 'disconnected', id)
    await leaveConnection(tenant, broadcastId, isLoss(reason))
  }
  await restTargets(tenant, id)
  await setLiveStatus(tenant, id, {
    status: 'idle',
    active_asset_id: null,
    ingest_protocol: null,
    is_connected: false,
    is_recording: false,
  })
  await insertLiveEvent(tenant, 'idle', id, { endedAssetId: assetId })
  const isCommanded = stream.command === 'disable' || stream.command === 'delete'
  if (disables && !isCommanded) await updateLiveCommand(tenant, id, 'disable')
}

/** The asset may have been deleted during the broadcast. */
const keepIfWanted = async (place: BroadcastPlace, found: FinishedRecording | undefined) => {
  if (!found?.map || !(await findAsset(place.environment, place.assetId))) return undefined
  try {
    return await keepFiles(place, found)
  } catch (error) {
    if (error instanceof AssetGone) return undefined
    throw error
  }
}

/** Files, rows and events of the end, whose work does not grow with the length of the recording. */
export const finishRecording = async (
  place: BroadcastPlace,
  found: FinishedRecording | undefined,
  end: BroadcastEnd,
) => {
  const { app, environment, id, liveStreamId, assetId } = place
  const folder = broadcastFolderOf(app.settings.dataFolder, id)
  // A commit whose answer was lost is tried again.
  if (!(await lockUnfinished(environment, id))) {
    await rm(folder, { recursive: true, force: true })
    return { isKept: found !== undefined }
  }
  const kept = await keepIfWanted(place, found)
  await environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const stream = await lockLiveStreamEvenDeleted(tenant, liveStreamId)
    if (!(await lockUnfinished(tenant, id))) return
    if (stream) await endLiveStream(tenant, place, stream, end)
    const asset = await lockAsset(tenant, assetId)
    const map = found?.map && withStreams(found.map)
    if (asset && found && map && kept)
      await complete(place, tenant, asset, { found, map, kept, stream })
    // Nothing was recorded.
    else if (asset) await deleteAsset(app, tenant, asset)
    await settleCommand(tenant, liveStreamId)
    await updateBroadcast(tenant, id, { state: 'ended', endReason: end.reason })
  })
  await rm(folder, { recursive: true, force: true })
  return { isKept: kept !== undefined }
}
