import {
  initSegment,
  NoSuchSegment,
  segment,
  type Viewer,
} from '@playhead/features/video/processing/server'
import type { App } from '@playhead/server-kit/app.ts'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import { type ByteSource, bytesInMemory } from '../bytes/respond-with-bytes.ts'
import type { Playback } from '../access/open-playback.ts'
import { noSuchPart } from '../access/refusal.ts'
import { storedBytes } from '../bytes/stored-bytes.ts'

/** Part -1 is the initialisation segment. Work that no request waits for is cancelled. */
export const segmentBytes = async (
  app: App,
  { asset }: Playback,
  name: string,
  index: number,
  viewer: Viewer,
): Promise<ByteSource & { isProvisional?: true }> => {
  try {
    const source =
      index < 0
        ? await initSegment(app, asset, name, viewer, -1 - index)
        : await segment(app, asset, name, index, viewer)
    if ('bytes' in source)
      return {
        ...bytesInMemory(source.bytes),
        ...(source.isProvisional && { isProvisional: true }),
      }
    return 'read' in source
      ? { ...source, read: async (range) => source.read(range) }
      : await storedBytes(app, source.storageKey, source.range)
  } catch (error) {
    if (error instanceof NoSuchSegment || error instanceof StoredObjectMissing) throw noSuchPart()
    throw error
  }
}
