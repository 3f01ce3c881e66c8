import { z } from 'zod'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'

export const shotsMake = jobKind('shots.make', z.object({ assetId: z.uuid() }))
