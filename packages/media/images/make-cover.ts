import type { Media } from '../find-media.ts'
import { probeFile } from '../probe-file.ts'
import { makeThumbnail, type ThumbnailOptions } from './make-thumbnail.ts'
import type { PictureWork } from './picture-source.ts'

/** Extracts the cover picture of a sound file, or undefined if it has none. */
export const makeCover = async (
  media: Media,
  work: PictureWork,
  options: Omit<ThumbnailOptions, 'time'>,
): Promise<Buffer | undefined> => {
  const { folder, fileName, signal } = work
  const { cover } = await probeFile(media, folder, fileName, { signal })
  if (!cover) return undefined
  const { stream, width, height } = cover
  const still = {
    stream,
    width,
    height,
    frameRate: 1,
    isVariableFrameRate: false,
    rotation: 0,
    isHdr: false,
    cuts: [],
    startTicks: 0,
    canCopy: false,
    rungs: [],
  }
  const map = { ...work.map, clip: undefined, video: still }
  return makeThumbnail(media, { ...work, map }, { ...options, time: 0 })
}
