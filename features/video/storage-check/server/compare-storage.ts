import type { JobCall } from '@playhead/server-kit/jobs/job.ts'
import type { StoredObject } from '@playhead/storage/storage.ts'
import {
  deleteOlderLeftOvers,
  hasMediaFile,
  insertLeftOver,
  listDeletedAssets,
  listUnseen,
  markMissing,
  noteSeen,
} from './storage-check.sql.ts'

export type CheckCall = Pick<JobCall<unknown>, 'app' | 'signal' | 'progress'>

export interface Compared {
  files: number
  bytes: number
  left_over: number
  left_over_bytes: number
  removed: number
}

const atOnce = 1000
const hourMs = 3_600_000
const reportedAfterMs = hourMs
const removedAfterMs = 24 * hourMs
/** Other programs may use the same place: only names of our form are checked. */
const ours =
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//

const assetOf = (key: string) => ours.exec(key)?.[1] ?? ''

async function* inBatches<T>(items: AsyncIterable<T>) {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Removes only files of assets that are known to be deleted. Unknown files may get their row soon,
 * may be newer than a restored database, or may belong to another server.
 */
const handleLeftOvers = async (
  { app }: CheckCall,
  startedAt: Date,
  objects: readonly StoredObject[],
  compared: Compared,
) => {
  const ageMs = ({ modifiedAt }: StoredObject) => startedAt.getTime() - modifiedAt.getTime()
  const old = objects.filter((object) => ageMs(object) > reportedAfterMs)
  if (old.length === 0) return
  const deleted = new Set(
    await listDeletedAssets(app.postgres, [...new Set(old.map(({ key }) => assetOf(key)))]),
  )
  for (const object of old) {
    if (await hasMediaFile(app.postgres, object.key)) continue
    if (ageMs(object) > removedAfterMs && deleted.has(assetOf(object.key))) {
      await app.storage.remove(object.key)
      compared.removed += 1
      app.log.info('a left-over file was removed', { key: object.key, bytes: object.bytes })
      continue
    }
    compared.left_over += 1
    compared.left_over_bytes += object.bytes
    await insertLeftOver(app.postgres, object, startedAt)
  }
}

const markUnseen = async ({ app, signal }: CheckCall, startedAt: Date) => {
  let after = ''
  for (;;) {
    const unseen = await listUnseen(app.postgres, startedAt, after, atOnce)
    for (const { key } of unseen) {
      signal.throwIfAborted()
      const found = await app.storage.stat(key)
      if (found) await noteSeen(app.postgres, [found], startedAt)
      else if (await markMissing(app.postgres, key, startedAt))
        app.log.error('a media file is missing', { key })
    }
    const last = unseen.at(-1)
    if (!last || unseen.length < atOnce) return
    after = last.key
  }
}

/** Compares every file with its row and every row with its file. */
export const compareStorage = async (call: CheckCall, startedAt: Date): Promise<Compared> => {
  const { app, signal } = call
  const compared = { files: 0, bytes: 0, left_over: 0, left_over_bytes: 0, removed: 0 }
  for await (const batch of inBatches(app.storage.list(''))) {
    signal.throwIfAborted()
    const objects = batch.filter(({ key }) => ours.test(key))
    const known = new Set((await noteSeen(app.postgres, objects, startedAt)).map(({ key }) => key))
    await handleLeftOvers(
      call,
      startedAt,
      objects.filter(({ key }) => !known.has(key)),
      compared,
    )
    compared.files += objects.length
    for (const { bytes } of objects) compared.bytes += bytes
    call.progress(0.1, `Compared ${compared.files} files`)
  }
  await markUnseen(call, startedAt)
  await deleteOlderLeftOvers(app.postgres, startedAt)
  return compared
}
