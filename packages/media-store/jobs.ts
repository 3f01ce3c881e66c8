import { z } from 'zod'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'

/** Begins with the id of an environment, so that it cannot match the files of another one. */
const Prefix = z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/[\w./-]*$/)

/** Deletes stored files and their rows. */
export const mediaRemove = jobKind(
  'media.remove',
  z.object({ prefix: Prefix, ending: z.optional(z.array(z.uuid()).readonly()) }),
)
