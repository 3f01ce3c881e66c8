import { insertAsset } from '@playhead/features/video/assets/server'
import { enqueueIngest } from '@playhead/features/video/processing/server'
import { hasMedia } from '@playhead/media/find-media.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { listAudiences } from '../demo-audience.sql.ts'
import { listDemoVideos } from './demo-videos.sql.ts'
import { lockSeeding } from '../seed-demo.sql.ts'

/** Videos that the demo's viewers watch: id of the video, short title, sample file of this server. */
const videos = [
  ['mv-paper', 'Paper Boats: a first look', 'paper.mp4'],
  ['tr-hl2', 'Harbour Lights: season two teaser', 'harbour.mp4'],
  ['tr-aurora', 'Aurora Station: official trailer', 'aurora.mp4'],
] as const

type PickedApp = Pick<App, 'settings' | 'media' | 'slots'>

const addDemoVideo = (
  app: PickedApp,
  environment: Environment,
  [id, title, sample]: (typeof videos)[number],
) =>
  insertAsset(app, environment, {
    options: {
      inputs: [{ url: `${app.settings.publicUrl}/samples/${sample}` }],
      meta: { title, external_id: id, creator_id: 'northlight' },
      playback_policies: ['public'],
      video_quality: 'basic',
    },
    source: { kind: 'inputs' },
  })

/**
 * Call it at each start: adds the videos that are missing, because there was no ffmpeg before, and makes those again
 * that failed. The jobs make them once the program runs; each start adds one job, with its usual tries.
 */
export const keepDemoVideos = async (app: App) => {
  const { settings, media, clickhouse } = app
  if (!settings.isDemo || settings.demoDays === 0 || !hasMedia(media)) return
  await app.postgres.transaction(async (postgres) => {
    await lockSeeding(postgres)
    for (const { id, organization_id: organizationId, value } of await listAudiences(postgres)) {
      if (value.world !== 'northlight') continue
      const environment = { id, organizationId, postgres, clickhouse }
      const known = await listDemoVideos(environment)
      for (const video of videos)
        if (!known.some(({ file }) => file === video[2]))
          await addDemoVideo(app, environment, video)
      for (const { file, id: assetId, is_failed: isFailed } of known)
        if (isFailed && videos.some((video) => video[2] === file))
          await enqueueIngest(environment, assetId)
    }
  })
}
