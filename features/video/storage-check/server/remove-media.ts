import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { enqueue, hasUnfinishedJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { job } from '@playhead/server-kit/jobs/job.ts'
import type { Storage } from '@playhead/storage/storage.ts'
import { mayRemove } from './kept-media.sql.ts'
import { deleteMediaFiles } from './media-files.sql.ts'

const kind = 'media.remove'
const removalPriority = 50

/** Begins with an environment, so that nothing of another one can be meant. */
const Prefix = z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/[\w./-]*$/)

const removeBelow = async (storage: Storage, prefix: string) => {
  if (prefix.endsWith('/')) return storage.removeAll(prefix)
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  for await (const { key } of storage.list(folder))
    if (key.startsWith(prefix)) await storage.remove(key)
}

/** Everything whose key begins with the prefix goes, with its row; done twice it is done. */
export const removeMediaJob = job({
  kind,
  payload: z.object({ prefix: Prefix, ending: z.optional(z.array(z.uuid())) }),
  concurrency: 1,
  attemptsMax: 50,
  run: async ({ app, payload: { prefix, ending = [] } }) => {
    // What is deleted from now on is whole in the backup, whose rows are of an earlier moment.
    if (!(await mayRemove(app.postgres))) throw new Error('A backup reads the files.')
    // Whoever stores a file now and is killed before he learns that nobody wants it has not ended yet.
    const isLast = ending.length === 0 || !(await hasUnfinishedJobs(app.postgres, ending))
    await removeBelow(app.storage, prefix)
    await deleteMediaFiles(app.postgres, prefix.slice(0, prefix.indexOf('/')), prefix)
    if (!isLast) throw new Error('Work on it was told to end and has not ended yet.')
  },
})

/** In the transaction that deletes the environment. */
export const enqueueRemovalOfEnvironment = (postgres: Database, environmentId: string) => {
  const prefix = `${environmentId}/`
  return enqueue(postgres, {
    kind,
    payload: { prefix },
    environmentId,
    uniqueKey: prefix,
    priority: removalPriority,
  })
}
