import { buffer } from 'node:stream/consumers'
import type { App } from '@playhead/server-kit/app.ts'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import type { ByteSource } from './respond-with-bytes.ts'
import { noSuchPart } from '../access/refusal.ts'

/** Streams a stored object, or a range of it. */
export const storedBytes = async (
  app: App,
  key: string,
  within?: { start: number; end: number },
): Promise<ByteSource> => {
  const stored = within ? { bytes: within.end - within.start + 1 } : await app.storage.stat(key)
  if (!stored) throw noSuchPart()
  const first = within?.start ?? 0
  return {
    totalBytes: stored.bytes,
    read: async ({ start, end }) =>
      (await app.storage.read(key, { start: first + start, end: first + end })).bytes,
  }
}

/** Reads a small object as a whole. */
export const readStored = async (app: App, key: string) => {
  try {
    return await buffer((await app.storage.read(key)).bytes)
  } catch (error) {
    if (error instanceof StoredObjectMissing) throw noSuchPart()
    throw error
  }
}
