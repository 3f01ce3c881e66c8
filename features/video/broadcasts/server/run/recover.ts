import { readdir, rm } from 'node:fs/promises'
import { findAsset } from '@playhead/features/video/assets/server'
import { findLiveStreamEvenDeleted } from '@playhead/features/video/live-streams/server'
import { environmentOf } from '@playhead/features/video/processing/server'
import { recoverRecording } from '@playhead/media/live/recover-recording.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { workerIdOf } from '@playhead/server-kit/jobs/worker-id.ts'
import { registryOf } from '../live-registry.ts'
import {
  type BroadcastRow,
  listAbandoned,
  listUnfinished,
  takeOver,
} from '../rows/broadcasts.sql.ts'
import { Broadcast } from './broadcast.ts'
import { endOf } from './end-of-broadcast.ts'
import { finishRecording } from './finish-recording.ts'
import { broadcastFolderOf, liveFolderOf } from './live-folder.ts'
import { tracksOf } from './tracks-of.ts'

/** Encoders try again for a while; a restart takes some seconds. */
const returnSecondsMin = 60
/** A younger broadcast may still be opened by its encoder. */
const openingMs = 60_000

const recover = async (app: App, row: BroadcastRow) => {
  const environment = await environmentOf(app, row.environment_id)
  const stream = environment && (await findLiveStreamEvenDeleted(environment, row.live_stream_id))
  if (!environment || !stream) return
  const recording = await recoverRecording(broadcastFolderOf(app.settings.dataFolder, row.id), {
    isAudioOnly: stream.is_audio_only,
  })
  const { id, asset_id: assetId, live_stream_id: liveStreamId } = row
  if (!recording || recording.segmentCount === 0) {
    await recording?.suspend()
    await finishRecording({ app, environment, id, liveStreamId, assetId }, undefined, {
      reason: 'restart',
      wasConnected: stream.is_connected,
      disables: false,
    })
    return
  }
  const asset = await findAsset(environment, assetId)
  const wasRecording = row.state !== 'connecting'
  const registry = registryOf(app)
  if (registry.isStopping) {
    await recording.suspend()
    return
  }
  const broadcast = new Broadcast({
    app,
    environment,
    id,
    assetId,
    stream,
    beganAt: row.began_at,
    recording,
    asset: {
      maxTier: asset?.max_resolution_tier ?? '1080p',
      quality: asset?.video_quality ?? 'basic',
    },
    recovered: {
      state: row.state === 'finishing' ? 'away' : row.state,
      tracks: wasRecording ? tracksOf(recording) : undefined,
      activeAt: row.active_at,
    },
    onEnd: (ended, remains) => registry.remove(ended, remains),
  })
  registry.add(broadcast)
  if (row.state === 'finishing' || stream.command !== null) {
    void broadcast.finish(stream.command ?? endOf(row.end_reason))
    return
  }
  await broadcast.awaitReturn(Math.max(stream.reconnect_window, returnSecondsMin))
}

/** A folder without an unfinished broadcast is left over from one that ended. */
const removeLeftOvers = async (app: App) => {
  const names = await readdir(liveFolderOf(app.settings.dataFolder)).catch(() => [])
  const unfinished = new Set(await listUnfinished(app.postgres))
  for (const name of names)
    if (!unfinished.has(name))
      await rm(broadcastFolderOf(app.settings.dataFolder, name), { recursive: true, force: true })
}

const recoverAll = async (app: App, nodeId: string, rows: readonly BroadcastRow[]) => {
  for (const row of rows) {
    if (registryOf(app).isStopping) return
    try {
      await takeOver(app.postgres, row.id, nodeId)
      await recover(app, row)
    } catch (error) {
      app.log.error('A broadcast could not be recovered.', { broadcast: row.id, error })
    }
  }
}

/** Goes on with the broadcasts that a stop or a crash interrupted, before encoders come back. */
export const recoverBroadcasts = async (app: App) => {
  const nodeId = await workerIdOf(app.settings.dataFolder)
  const rows = await listAbandoned(app.postgres, nodeId)
  await removeLeftOvers(app)
  await recoverAll(app, nodeId, rows)
}

/** Goes on with broadcasts that have rows and run nowhere, such as one whose recovery failed at the start. */
export const recoverLost = async (app: App) => {
  const nodeId = await workerIdOf(app.settings.dataFolder)
  // The registry is read before the rows, so a broadcast that ends between the two is not taken for lost.
  const running = new Set(registryOf(app).all.map(({ id }) => id))
  const rows = await listAbandoned(app.postgres, nodeId)
  const isOld = ({ began_at: at }: BroadcastRow) => Date.now() - at.getTime() > openingMs
  await recoverAll(
    app,
    nodeId,
    rows.filter((row) => !running.has(row.id) && isOld(row)),
  )
}
