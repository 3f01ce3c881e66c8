import { UnsupportedMedia } from '../ingest-error.ts'

/** What the parameter sets say about the picture. */
export interface PictureFormat {
  width: number
  height: number
  frameRate?: number
  profile: string
  bitDepth: number
  /** 0 is grey, 1 is 4:2:0, 2 is 4:2:2, 3 is 4:4:4. */
  chroma: number
}

const shortSideMax = 2160
const longSideMax = 4096
const frameRateMax = 1000

export const checkedSize = (format: PictureFormat): PictureFormat => {
  const { width, height } = format
  if (width < 16 || height < 16) throw new UnsupportedMedia('The picture has no size.')
  if (Math.min(width, height) > shortSideMax || Math.max(width, height) > longSideMax)
    throw new UnsupportedMedia(
      `A picture of ${width} × ${height} is too large. Send 2160p or smaller.`,
    )
  return format
}

export const frameRateOf = (frames: number, seconds: number): number | undefined => {
  const rate = frames / seconds
  return Number.isFinite(rate) && rate > 0 && rate <= frameRateMax ? rate : undefined
}
