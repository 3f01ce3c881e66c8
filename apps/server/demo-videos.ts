import { insertAsset } from '@playhead/features/video/assets/server'
import type { App } from '@playhead/server-kit/app.ts'
import { hasMedia } from '@playhead/media/find-media.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** Videos that the demo's viewers watch: id of the video, short title, sample file of this server. */
const videos = [
  ['mv-paper', 'Paper Boats: a first look', 'paper.mp4'],
  ['tr-hl2', 'Harbour Lights: season two teaser', 'harbour.mp4'],
  ['tr-aurora', 'Aurora Station: official trailer', 'aurora.mp4'],
] as const

/** The jobs of the assets make the videos once the program runs; without ffmpeg none are added. */
export const addDemoVideos = async (
  app: Pick<App, 'settings' | 'media' | 'slots'>,
  environment: Environment,
) => {
  if (!hasMedia(app.media) || app.settings.demoDays === 0) return
  for (const [id, title, sample] of videos)
    await insertAsset(app, environment, {
      options: {
        inputs: [{ url: `${app.settings.publicUrl}/samples/${sample}` }],
        meta: { title, external_id: id, creator_id: 'northlight' },
        playback_policies: ['public'],
        video_quality: 'basic',
      },
      source: { kind: 'inputs' },
    })
}
