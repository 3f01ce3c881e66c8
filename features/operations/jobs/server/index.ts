import { feature, type Schedule } from '@playhead/server-kit/feature.ts'
import { deleteFinishedJobs } from '@playhead/server-kit/jobs/worker.sql.ts'
import { cancelJobCommand } from './cancel-job-command.ts'
import { listJobsCommand } from './list-jobs-command.ts'
import { retryJobCommand } from './retry-job-command.ts'

const keptDays = 7

const clearFinishedJobs: Schedule = {
  name: 'clear finished jobs',
  everySeconds: 3600,
  run: async ({ postgres }) => void (await deleteFinishedJobs(postgres, keptDays)),
}

export const jobsServer = feature('jobs', {
  commands: [listJobsCommand, cancelJobCommand, retryJobCommand],
  schedules: [clearFinishedJobs],
})

export { cancelJobCommand } from './cancel-job-command.ts'
export { listJobsCommand } from './list-jobs-command.ts'
export { retryJobCommand } from './retry-job-command.ts'
