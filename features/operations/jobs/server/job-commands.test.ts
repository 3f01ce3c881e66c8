import { expect, test } from 'vitest'
import { z } from 'zod'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'
import { job, PermanentFailure } from '@playhead/server-kit/jobs/job.ts'
import { readJobs } from '@playhead/testing/rows/jobs.sql.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { cancelJobCommand } from './cancel-job-command.ts'
import { listJobsCommand } from './list-jobs-command.ts'
import { retryJobCommand } from './retry-job-command.ts'

const { app, database } = await startTestApp([])

const told: string[] = []
let isBroken = true
const testMade = jobKind('test.made', z.object({ name: z.string() }))
const made = job(testMade, {
  concurrency: 1,
  attemptsMax: 3,
  run: async ({ payload }) => {
    if (isBroken) throw new PermanentFailure(`${payload.name} is broken.`)
  },
  cancelled: async ({ payload }) => void told.push(payload.name),
})

const onlyJob = async () => {
  const [found] = await readJobs(database, made.kind)
  return found!
}

test('the operator lists, retries and cancels jobs', async () => {
  await enqueue(database, testMade, { payload: { name: 'It' } })
  await runJobs(app, [{ jobs: [made] }])
  expect(
    await listJobsCommand.run(app, { status: 'failed', kind: undefined, limit: 20 }),
  ).toMatchObject({
    counts: [{ kind: made.kind, status: 'failed', count: 1 }],
    jobs: [{ status: 'failed', attempts: 1, last_error: 'It is broken.' }],
  })
  const { id } = await onlyJob()
  await retryJobCommand.run(app, { id })
  expect(await onlyJob()).toMatchObject({ status: 'queued', attempts: 0 })

  await cancelJobCommand.run(app, { id })
  await runJobs(app, [{ jobs: [made] }])
  expect(await onlyJob()).toMatchObject({ status: 'cancelled' })
  expect(told).toEqual(['It'])
  await expect(cancelJobCommand.run(app, { id })).rejects.toThrow('There is no unfinished job')

  isBroken = false
  await retryJobCommand.run(app, { id })
  await runJobs(app, [{ jobs: [made] }])
  expect(await onlyJob()).toMatchObject({ status: 'done' })
  await expect(retryJobCommand.run(app, { id })).rejects.toThrow('to retry')
})
