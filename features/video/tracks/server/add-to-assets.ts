import { assetListener, assetPart } from '@playhead/features/video/assets/server'
import { cancelJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { enqueueTexts, enqueueTrack } from './enqueue-tracks.ts'
import {
  deleteFoundTracks,
  insertFoundTrack,
  markFoundTracksReady,
  updateFoundTrack,
} from './found-tracks.sql.ts'
import { foundTracksOf, recordedTracksOf } from './found-tracks-of.ts'
import { textsExtract, trackMake } from './jobs.ts'
import { presentTrack } from './present-track.ts'
import { recordTrackEvent, recordTrackEventOf } from './record-track-event.ts'
import { storedResolutionOf } from './stored-resolution-of.ts'
import { insertTrack, listTracksOf, markTracksErrored } from './tracks.sql.ts'
import { tracksOfOptions } from './tracks-of-options.ts'

const order = 20

export const tracksOfAsset = assetPart({
  order,
  load: (environment, assets) =>
    listTracksOf(
      environment,
      assets.map(({ id }) => id),
    ),
  present: ({ resolution_tier: tier }, rows) => ({
    max_stored_resolution: storedResolutionOf(tier, rows),
    ...(rows.length > 0 && { tracks: rows.map(presentTrack) }),
  }),
})

export const followAssets = assetListener({
  order,
  checkOptions: tracksOfOptions,
  beforeCreated: async ({ environment, asset }, options) => {
    for (const track of tracksOfOptions(options)) await insertTrack(environment, asset.id, track)
  },
  created: async ({ environment, asset }) => {
    for (const track of await listTracksOf(environment, [asset.id]))
      await recordTrackEventOf(environment, 'video.asset.track.created', track)
  },
  recording: async ({ environment, asset }, recorded) => {
    for (const track of recordedTracksOf(recorded)) {
      const id = await insertFoundTrack(environment, asset.id, track)
      await recordTrackEvent(environment, 'video.asset.track.created', id)
    }
  },
  beforeReadyWhileLive: async ({ environment, asset }) => {
    for (const id of await markFoundTracksReady(environment, asset.id))
      await recordTrackEvent(environment, 'video.asset.track.ready', id)
  },
  recorded: async ({ environment, asset }, map) => {
    for (const track of foundTracksOf(map)) await updateFoundTrack(environment, asset.id, track)
  },
  beforeReady: async ({ environment, asset }, { map }) => {
    await deleteFoundTracks(environment, asset.id)
    const ids: string[] = []
    for (const track of foundTracksOf(map))
      ids.push(await insertFoundTrack(environment, asset.id, track))
    for (const id of ids) await recordTrackEvent(environment, 'video.asset.track.ready', id)
  },
  ready: async ({ environment, asset }, { hasTexts }) => {
    for (const { id, type, status } of await listTracksOf(environment, [asset.id]))
      if (status === 'preparing' && type !== 'video') await enqueueTrack(environment, id)
    if (hasTexts) await enqueueTexts(environment, asset.id)
  },
  beforeFailed: ({ environment, asset }, failure) =>
    markTracksErrored(environment, asset.id, failure),
  deleted: async ({ environment, asset }) => {
    const running = await cancelJobs(environment.postgres, textsExtract, asset.id)
    for (const { id } of await listTracksOf(environment, [asset.id]))
      running.push(...(await cancelJobs(environment.postgres, trackMake, id)))
    return running
  },
})
