import type { Media } from '../find-media.ts'
import { makePicture, pictureName } from './make-picture.ts'
import type { PictureSize } from './picture-size.ts'
import type { PictureWork } from './picture-source.ts'

interface Looked {
  time: number
  /** Filters up to the upright frame. */
  filters: readonly string[]
  scaled: PictureSize
  /** The size of the part that is cut out. */
  shown: PictureSize
}

/** Large enough to distinguish a face from a wall. */
const lookSide = 96
/** Weight of the middle over the edge, where all else is equal. */
const middleShare = 0.25

/** The interest of each point: edges and strong or skin-like colours. */
const interestOf = (pixels: Uint8Array, { width, height }: PictureSize): Float64Array => {
  const light = (x: number, y: number) => {
    const place = 3 * (Math.min(height - 1, y) * width + Math.min(width - 1, x))
    return (
      (pixels[place] ?? 0) * 0.3 + (pixels[place + 1] ?? 0) * 0.59 + (pixels[place + 2] ?? 0) * 0.11
    )
  }
  return Float64Array.from({ length: width * height }, (_, place) => {
    const [x, y] = [place % width, Math.floor(place / width)]
    const edge = Math.abs(light(x, y) - light(x + 1, y)) + Math.abs(light(x, y) - light(x, y + 1))
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * place, 3 * place + 3)
    const strength = Math.max(red, green, blue) - Math.min(red, green, blue)
    const isSkin = red > 95 && green > 40 && blue > 20 && red - green > 15 && red > blue
    return edge + strength / 8 + (isSkin ? 24 : 0)
  })
}

/** The sum of each column, or each row. */
const linesOf = (interest: Float64Array, { width, height }: PictureSize, isAcross: boolean) => {
  const lines = new Float64Array(isAcross ? width : height)
  for (const [place, value] of interest.entries()) {
    const line = isAcross ? place % width : Math.floor(place / width)
    lines[line] = (lines[line] ?? 0) + value
  }
  return lines
}

/** The window of that many lines with the highest interest, as a share of its range of movement. */
export const bestShare = (lines: Float64Array, length: number): number => {
  const free = lines.length - length
  if (free <= 0) return 0.5
  let sum = lines.subarray(0, length).reduce((total, value) => total + value, 0)
  let [best, bestValue] = [free / 2, -Infinity]
  for (let first = 0; first <= free; first += 1) {
    const offCentre = Math.abs(first / free - 0.5) * 2
    const value = sum * (1 - middleShare * offCentre)
    if (value > bestValue) [best, bestValue] = [first, value]
    sum += (lines[first + length] ?? 0) - (lines[first] ?? 0)
  }
  return best / free
}

/** Analyses a small copy of the frame and returns where the crop should start. */
export const findSubject = async (
  media: Media,
  work: PictureWork,
  { time, filters, scaled, shown }: Looked,
): Promise<{ x: number; y: number }> => {
  const share = lookSide / Math.max(scaled.width, scaled.height)
  const small = {
    width: Math.max(1, Math.round(scaled.width * share)),
    height: Math.max(1, Math.round(scaled.height * share)),
  }
  const output = pictureName('raw')
  const looked = [...filters, `scale=${small.width}:${small.height}:flags=area`, 'format=rgb24']
  const pixels = await makePicture(media, work, {
    from: time,
    output,
    filters: looked,
    writing: ['-frames:v', '1', '-f', 'rawvideo', `file:${output}`],
  })
  const interest = interestOf(pixels, small)
  const place = (isAcross: boolean, whole: number, part: number, side: number) =>
    Math.round(
      bestShare(linesOf(interest, small, isAcross), Math.round((side * part) / whole)) *
        (whole - part),
    )
  return {
    x: place(true, scaled.width, shown.width, small.width),
    y: place(false, scaled.height, shown.height, small.height),
  }
}
