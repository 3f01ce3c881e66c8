import { z } from 'zod'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'

export const imagesMake = jobKind('images.make', z.object({ assetId: z.uuid() }))
