import { feature, type Schedule } from '@playhead/server-kit/feature.ts'
import { deleteFinishedJobs } from '@playhead/server-kit/jobs/worker.sql.ts'
import { cancelJobCommand, listJobsCommand, retryJobCommand } from './job-commands.ts'

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

export { cancelJobCommand, listJobsCommand, retryJobCommand } from './job-commands.ts'
