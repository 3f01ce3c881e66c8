import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { environmentOf } from '../environment-of.sql.ts'
import { openReadyAsset } from '../open-ready-asset.ts'
import { storeSound } from './store-sound.ts'
import { assetSound } from '../jobs.ts'

/** Stores sound that was served in pieces until then. */
export const soundJob = job(assetSound, {
  takesRoom: true,
  concurrency: 2,
  attemptsMax: 5,
  run: async (call: JobCall<PayloadOf<typeof assetSound>>) => {
    const { app, payload, environmentId, signal } = call
    const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
    const ready = environment && (await openReadyAsset(app, environment, payload.assetId))
    if (!ready) return
    const sounds = ready.map.audio.filter(({ pieces }) => pieces)
    for (const [place, audio] of sounds.entries())
      await storeSound(app, ready, audio, {
        signal,
        onProgress: (part) => call.progress((place + part) / sounds.length, 'Making the sound'),
      })
  },
})
