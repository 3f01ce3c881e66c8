import { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import { command, type Schedule } from '@playhead/server-kit/feature.ts'
import { enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { job } from '@playhead/server-kit/jobs/job.ts'
import { compareStorage } from './compare-storage.ts'
import { countProblems, deleteOlderChecks, insertCheck } from './storage-check.sql.ts'
import { verifyContent } from './verify-content.ts'

const kind = 'storage.check'
const idlePriority = 100
const reportsKeptDays = 90

export const checkStorageJob = job({
  kind,
  payload: z.object({}),
  concurrency: 1,
  attemptsMax: 3,
  run: async (call) => {
    const { postgres, log } = call.app
    const startedAt = call.app.clock.now()
    const compared = await compareStorage(call, startedAt)
    const verifiedBytes = await verifyContent(call, startedAt)
    const { count, example } = await countProblems(postgres)
    if (count > 0) log.error('media files are missing or damaged', { count, example })
    await insertCheck(postgres, {
      ...compared,
      started_at: startedAt,
      problems: count,
      verified_bytes: verifiedBytes,
    })
    await deleteOlderChecks(postgres, reportsKeptDays)
  },
})

export const enqueueStorageCheck = ({ postgres }: Pick<App, 'postgres'>) =>
  enqueue(postgres, { kind, payload: {}, uniqueKey: 'all', priority: idlePriority })

export const checkStorageCommand = command({
  name: 'storage check',
  summary:
    'Compare stored media with what should be there, in the background; doctor tells what it found',
  options: z.object({}),
  run: async (app) => ({ added: await enqueueStorageCheck(app) }),
})

/** Half a minute after each start, and then daily. */
export const checkStorageSchedule: Schedule = {
  name: 'storage: check',
  everySeconds: 24 * 60 * 60,
  run: async (app) => void (await enqueueStorageCheck(app)),
}
