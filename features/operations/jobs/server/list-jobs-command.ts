import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { countJobs, jobStatuses, listJobs } from './jobs.sql.ts'

export const listJobsCommand = command({
  name: 'jobs list',
  summary: 'List running, waiting and finished jobs',
  options: z.object({
    status: z.enum(jobStatuses).optional().describe(jobStatuses.join(', ')),
    kind: z.string().optional().describe('Only of this kind, such as asset.ingest'),
    limit: z.coerce.number().int().min(1).max(500).default(20).describe('How many to list at most'),
  }),
  run: async ({ postgres }, filter) => ({
    counts: await countJobs(postgres),
    jobs: await listJobs(postgres, filter),
  }),
})
