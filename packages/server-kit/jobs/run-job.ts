import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app.ts'
import { type AnyJob, type EndedCall, PermanentFailure, SubjectGone } from './job.ts'
import { type JobStopped, stopReasonOf } from './job-stopped.ts'
import { type ClaimedRow, finishJob, giveBack, retryLater } from './worker.sql.ts'

export interface Running {
  readonly row: ClaimedRow
  readonly reported: { progress: number; step: string | null }
  /** When this worker last confirmed its lease. */
  renewedAt: number
  /** Never rejects. */
  readonly ended: Promise<void>
  stop(reason: JobStopped): void
}

/** After this many crashes of the program during the job, the job itself is taken to be the cause. */
const lossesMax = 30
const retrySecondsMax = 300
const writeAttempts = 5

const defaultRetrySeconds = (attempt: number) => Math.min(retrySecondsMax, 2 ** attempt)

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Finished work must not run again only because the database was briefly away. */
const withPatience = async (write: () => Promise<unknown>) => {
  for (let attempt = 1; ; attempt += 1)
    try {
      await write()
      return
    } catch (error) {
      if (attempt === writeAttempts) throw error
      await pause(attempt * 500)
    }
}

interface Attempt {
  app: App
  job: AnyJob
  row: ClaimedRow
}

const reportEnd = async (
  { app, job, row }: Attempt,
  report: ((call: EndedCall<unknown>) => Promise<void>) | undefined,
) => {
  const payload = job.payload.safeParse(row.payload)
  if (!report || !payload.success) return true
  const call = {
    app,
    payload: payload.data,
    jobId: row.id,
    environmentId: row.environment_id,
    attempt: row.attempts,
  }
  try {
    await report(call)
    return true
  } catch (error) {
    app.log.error('the end of a job could not be reported', { kind: row.kind, job: row.id, error })
    return false
  }
}

const tryLater = ({ app, job, row }: Attempt, message: string) => {
  const seconds = (job.retryAfterSeconds ?? defaultRetrySeconds)(row.attempts)
  const runAfter = new Date(app.clock.now().getTime() + seconds * 1000)
  return withPatience(() => retryLater(app.postgres, row, runAfter, message))
}

const failed = async (attempt: Attempt, error: Error) => {
  const { app, job, row } = attempt
  // A permanent failure is caused by the input, and its message is complete without a stack.
  const isExpected = error instanceof PermanentFailure
  const detail = {
    kind: row.kind,
    job: row.id,
    attempt: row.attempts,
    error: isExpected ? error.message : error,
  }
  if (!isExpected && row.attempts < job.attemptsMax) {
    app.log.info('job will be retried', detail)
    return tryLater(attempt, error.message)
  }
  app.log[isExpected ? 'info' : 'warn']('job gave up', detail)
  // Until the end has been reported, the whole job is retried.
  if (!(await reportEnd(attempt, job.gaveUp && ((call) => job.gaveUp!(call, error)))))
    return tryLater(attempt, error.message)
  return withPatience(() => finishJob(app.postgres, row, 'failed', error.message))
}

const cancelled = async (attempt: Attempt) => {
  const { app, job, row } = attempt
  if (!(await reportEnd(attempt, job.cancelled && ((call) => job.cancelled!(call)))))
    return tryLater(attempt, 'The work was cancelled.')
  return withPatience(() => finishJob(app.postgres, row, 'cancelled', null))
}

/** Runs a claimed job and records how it ended, unless its lease was lost. */
export const runJob = (app: App, job: AnyJob, row: ClaimedRow): Running => {
  const controller = new AbortController()
  const reported: Running['reported'] = { progress: 0, step: null }
  const attempt = { app, job, row }

  const run = async () => {
    if (row.losses > lossesMax)
      throw new PermanentFailure('The program ended too often during this job.')
    const payload = job.payload.safeParse(row.payload)
    if (!payload.success) throw new PermanentFailure(`The job is invalid: ${payload.error}`)
    await job.run({
      app,
      payload: payload.data,
      jobId: row.id,
      environmentId: row.environment_id,
      attempt: row.attempts,
      signal: controller.signal,
      progress: (part, step) => {
        reported.progress = Math.min(1, Math.max(0, part))
        if (step !== undefined) reported.step = step
      },
    })
  }

  const end = async () => {
    if (row.is_cancelled) return cancelled(attempt)
    try {
      await run()
    } catch (error) {
      const reason = stopReasonOf(controller.signal)
      if (reason === 'lost') return
      if (reason === 'stopping') return withPatience(() => giveBack(app.postgres, [row]))
      if (reason === 'cancelled') return cancelled(attempt)
      if (error instanceof SubjectGone)
        return withPatience(() => finishJob(app.postgres, row, 'cancelled', null))
      return failed(attempt, asError(error))
    }
    return withPatience(() => finishJob(app.postgres, row, 'done', null))
  }

  return {
    row,
    reported,
    renewedAt: Date.now(),
    ended: end().catch((error: unknown) =>
      app.log.error('the end of a job could not be written', {
        kind: row.kind,
        job: row.id,
        error,
      }),
    ),
    stop: (reason) => controller.abort(reason),
  }
}
