import { requestCancellation } from '@playhead/server-kit/jobs/change-job.sql.ts'
import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { jobId } from './job-id.ts'

export const cancelJobCommand = command({
  name: 'jobs cancel',
  summary: 'Cancel a waiting or running job',
  options: z.object({ id: jobId }),
  run: async ({ postgres }, given) => {
    if (!(await requestCancellation(postgres, given.id)))
      throw new ApiError('not_found', { messages: [`There is no unfinished job ${given.id}.`] })
    return { id: given.id, cancel_requested: true }
  },
})
