import { z } from 'zod'
import { job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { environmentOf } from '../environment-of.sql.ts'
import { openReadyAsset } from '../open-ready-asset.ts'
import { storeSound } from './store-sound.ts'

const Payload = z.object({ assetId: z.uuid() })

/** Stores sound that is made in pieces until then. */
export const soundJob = job({
  kind: 'asset.sound',
  takesRoom: true,
  payload: Payload,
  concurrency: 2,
  attemptsMax: 5,
  run: async (call: JobCall<z.infer<typeof Payload>>) => {
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
