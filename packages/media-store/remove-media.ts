import { hasUnfinishedJobs } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import { job } from '@playhead/server-kit/jobs/job.ts'
import type { Storage } from '@playhead/storage/storage.ts'
import { mediaRemove } from './jobs.ts'
import { mayRemove } from './kept-media.sql.ts'
import { deleteMediaFiles } from './media-files.sql.ts'

const removeBelow = async (storage: Storage, prefix: string) => {
  if (prefix.endsWith('/')) return storage.removeAll(prefix)
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  for await (const { key } of storage.list(folder))
    if (key.startsWith(prefix)) await storage.remove(key)
}

/** Removes all files with the prefix and their rows; idempotent. */
export const removeMediaJob = job(mediaRemove, {
  concurrency: 1,
  attemptsMax: 50,
  run: async ({ app, payload: { prefix, ending = [] } }) => {
    // The backup needs files that are deleted from now on: its rows are from an earlier time.
    if (!(await mayRemove(app.postgres))) throw new Error('A backup reads the files.')
    // A job that stores a file now and is killed before it notices the cancellation counts as unfinished.
    const isLast = ending.length === 0 || !(await hasUnfinishedJobs(app.postgres, ending))
    await removeBelow(app.storage, prefix)
    await deleteMediaFiles(app.postgres, prefix.slice(0, prefix.indexOf('/')), prefix)
    if (!isLast) throw new Error('Work on it was asked to stop and has not stopped yet.')
  },
})
