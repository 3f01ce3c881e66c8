import { z } from 'zod'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'

/** `soundTrackId` selects the sound for generated text; it may come from another file. */
export const trackMake = jobKind(
  'track.make',
  z.object({ trackId: z.uuid(), soundTrackId: z.optional(z.uuid()) }),
)

/** Extracts text tracks from the source file. */
export const textsExtract = jobKind('texts.extract', z.object({ assetId: z.uuid() }))
