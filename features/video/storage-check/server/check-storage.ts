import { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import { command, type Schedule } from '@playhead/server-kit/feature.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'
import { job } from '@playhead/server-kit/jobs/job.ts'
import { type CheckCall, type Compared, compareStorage } from './compare-storage.ts'
import { countProblems, deleteOlderChecks, insertCheck } from './storage-check.sql.ts'
import { verifyContent } from './verify-content.ts'

const storageCheck = jobKind('storage.check', z.object({}))
const idlePriority = 100
const reportsKeptDays = 90

const report = async (
  { app: { postgres, log } }: CheckCall,
  startedAt: Date,
  compared: Compared,
  verifiedBytes: number,
) => {
  const { count, example } = await countProblems(postgres)
  if (count > 0) log.error('media files are missing or damaged', { count, example })
  await insertCheck(postgres, {
    ...compared,
    started_at: startedAt,
    problems: count,
    verified_bytes: verifiedBytes,
  })
}

export const checkStorageJob = job(storageCheck, {
  concurrency: 1,
  attemptsMax: 3,
  run: async (call) => {
    const startedAt = call.app.clock.now()
    const compared = await compareStorage(call, startedAt)
    const verifiedBytes = await verifyContent(call, startedAt)
    await report(call, startedAt, compared, verifiedBytes)
    await deleteOlderChecks(call.app.postgres, reportsKeptDays)
  },
})

/** Finds missing files at once; the background check reads contents. */
export const compareNow = async (call: CheckCall) => {
  const startedAt = call.app.clock.now()
  await report(call, startedAt, await compareStorage(call, startedAt), 0)
}

export const enqueueStorageCheck = ({ postgres }: Pick<App, 'postgres'>) =>
  enqueue(postgres, storageCheck, { payload: {}, uniqueKey: 'all', priority: idlePriority })

export const checkStorageCommand = command({
  name: 'storage check',
  summary:
    'Compare stored media with what should be there, in the background; doctor reports the result',
  options: z.object({}),
  run: async (app) => ({ added: await enqueueStorageCheck(app) }),
})

/** Half a minute after each start, and then daily. */
export const checkStorageSchedule: Schedule = {
  name: 'storage: check',
  everySeconds: 24 * 60 * 60,
  run: async (app) => void (await enqueueStorageCheck(app)),
}
