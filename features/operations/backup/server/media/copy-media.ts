import { noteVerified } from '@playhead/features/video/storage-check/server'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import { type KeptFileRow, listKeptFiles } from '@playhead/media-store/kept-media.sql.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import type { Content, MediaFolder } from './media-folder.ts'

const rowsAtOnce = 1_000
const filesAtOnce = 4

export interface Copying {
  app: App
  folder: () => Promise<MediaFolder>
  signal?: AbortSignal | undefined
  /** Called after each chunk of a file. */
  seen?: ((bytes: number) => void) | undefined
  copied: { files: number; bytes: number }
}

export const keptFiles = async function* (postgres: Database): AsyncGenerator<KeptFileRow> {
  for (let after = ''; ;) {
    const rows = await listKeptFiles(postgres, after, rowsAtOnce)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.key
  }
}

async function* seenBytes({ signal, seen }: Copying, source: AsyncIterable<Uint8Array>) {
  for await (const piece of source) {
    signal?.throwIfAborted()
    seen?.(piece.byteLength)
    yield piece
  }
}

/** Copies the file unless the folder has it; returns undefined when it is not in the storage. */
export const copyFile = async (
  copying: Copying,
  { key, bytes, sha256 }: KeptFileRow,
): Promise<Content | undefined> => {
  const { app, copied } = copying
  copying.signal?.throwIfAborted()
  const folder = await copying.folder()
  if (sha256 !== null && (await folder.has({ bytes, sha256 }))) {
    copying.seen?.(bytes)
    return { bytes, sha256 }
  }
  try {
    const reading = await app.storage.read(key)
    const content = await folder.put(seenBytes(copying, reading.bytes))
    copied.files += 1
    copied.bytes += content.bytes
    return content
  } catch (error) {
    if (error instanceof StoredObjectMissing) return undefined
    throw error
  }
}

/**
 * Copies most files before the rows are read, because the snapshot of the rows and the lock on removals last until the
 * rest is copied. Stores checksums that were unknown, so that the next backup need not read the file.
 */
export const copyAhead = async (copying: Copying) => {
  const files = new ConcurrencyLimit(filesAtOnce)
  try {
    for await (const row of keptFiles(copying.app.postgres))
      await files.add(() => copyAndCount(copying, row))
    await files.finish()
  } finally {
    await files.end()
  }
}

const copyAndCount = async (copying: Copying, row: KeptFileRow) => {
  const content = await copyFile(copying, row)
  if (!content || row.sha256 !== null || row.bytes !== content.bytes) return
  const { postgres, clock } = copying.app
  await noteVerified(postgres, row, { sha256: content.sha256, problem: null }, clock.now())
}
