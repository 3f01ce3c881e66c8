import { MediaError } from '@playhead/media/media-error.ts'
import { copiedKeyframeBytes } from '@playhead/media/segments/copied-segment.ts'
import { sourceKeyOf } from '@playhead/media-store/media-keys.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import type { SegmentAsset } from './segments.ts'

/**
 * Of each segment that is copied out of the source, the bytes up to the end of its first frame. Undefined where nothing is copied in
 * place, and of a source in a bucket: it would be fetched as a whole, and its copy is stored soon.
 */
export const copiedKeyframes = async (
  { storage, settings }: Pick<App, 'storage' | 'settings'>,
  { id, environmentId, media }: SegmentAsset,
): Promise<number[] | undefined> => {
  const isInPlace = media.video?.rungs.some(
    ({ name, isOnDemand }) => name === 'source' && isOnDemand,
  )
  if (!isInPlace || media.recordedLive || settings.s3) return undefined
  try {
    const copy = await storage.localCopy(sourceKeyOf(environmentId, id))
    try {
      return await copiedKeyframeBytes(copy.path, media)
    } finally {
      await copy.release()
    }
  } catch (error) {
    // Playlists list the video all the same: its segments say what is wrong.
    if (error instanceof StoredObjectMissing || error instanceof MediaError) return undefined
    throw error
  }
}
