import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { countJobs, jobStatuses, listJobs, requestCancellation, retryJob } from './jobs.sql.ts'

const id = z.uuid('Give the id of a job').describe('The id of the job')

export const listJobsCommand = command({
  name: 'jobs list',
  summary: 'Show what the worker does, what waits and what ended',
  options: z.object({
    status: z.enum(jobStatuses).optional().describe(jobStatuses.join(', ')),
    kind: z.string().optional().describe('Only of this kind, such as asset.ingest'),
    limit: z.coerce.number().int().min(1).max(500).default(20).describe('At most so many'),
  }),
  run: async ({ postgres }, filter) => ({
    counts: await countJobs(postgres),
    jobs: await listJobs(postgres, filter),
  }),
})

export const cancelJobCommand = command({
  name: 'jobs cancel',
  summary: 'End a job that waits or runs',
  options: z.object({ id }),
  run: async ({ postgres }, given) => {
    if (!(await requestCancellation(postgres, given.id)))
      throw new ApiError('not_found', { messages: [`There is no unfinished job ${given.id}.`] })
    return { id: given.id, cancel_requested: true }
  },
})

export const retryJobCommand = command({
  name: 'jobs retry',
  summary: 'Try a job again now that failed, was cancelled or waits for its next try',
  options: z.object({ id }),
  run: async ({ postgres }, given) => {
    if (!(await retryJob(postgres, given.id)))
      throw new ApiError('not_found', {
        messages: [`There is no job ${given.id} that could be tried again.`],
      })
    return { id: given.id, status: 'queued' }
  },
})
