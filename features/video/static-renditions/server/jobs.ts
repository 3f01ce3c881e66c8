import { z } from 'zod'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'

export const renditionMake = jobKind('rendition.make', z.object({ staticRenditionId: z.uuid() }))

export const masterMake = jobKind(
  'master.make',
  z.object({ assetId: z.uuid(), opening: z.string() }),
)
