import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '@playhead/server-kit/app.ts'
import type { Feature } from '@playhead/server-kit/feature.ts'
import { startWorker } from '@playhead/server-kit/jobs/worker.ts'
import { countDueJobs } from '@playhead/server-kit/jobs/worker.sql.ts'

interface RunJobsOptions {
  /** Stops once it returns true, instead of when no due job is left. */
  until?: () => Promise<boolean>
  timeoutSeconds?: number
}

/** Runs jobs as the worker would until none is due. Jobs for later wait for the clock. */
export const runJobs = async (
  app: App,
  features: readonly Pick<Feature, 'jobs'>[],
  { until, timeoutSeconds = 200 }: RunJobsOptions = {},
) => {
  const jobs = features.flatMap((feature) => feature.jobs)
  const kinds = jobs.map(({ kind }) => kind)
  const isOver =
    until ?? (async () => (await countDueJobs(app.postgres, kinds, app.clock.now())) === 0)
  const worker = await startWorker(app, jobs, { tickMs: 200 })
  const deadline = Date.now() + timeoutSeconds * 1000
  try {
    while (!(await isOver())) {
      if (Date.now() > deadline)
        throw new Error(`Jobs are not done after ${timeoutSeconds} seconds.`)
      worker.wake()
      await pause(20)
    }
  } finally {
    await worker.stop()
  }
}
