import { retryJob } from '@playhead/server-kit/jobs/change-job.sql.ts'
import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { jobId } from './job-id.ts'

export const retryJobCommand = command({
  name: 'jobs retry',
  summary: 'Retry a job that failed, was cancelled or waits for its next attempt',
  options: z.object({ id: jobId }),
  run: async ({ postgres }, given) => {
    if (!(await retryJob(postgres, given.id)))
      throw new ApiError('not_found', {
        messages: [`There is no job ${given.id} to retry.`],
      })
    return { id: given.id, status: 'queued' }
  },
})
