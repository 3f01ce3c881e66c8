import { readFile } from 'node:fs/promises'
import { mediaTimescale } from '../media-map.ts'
import { readVideoTimeline } from '../segments/video-timeline.ts'

/** The same in every run. */
export const makeNoise = (length: number): Buffer => {
  let state = 12_345
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return state >>> 24
    }),
  )
}

/** A file with noise in its middle, as a failing disk or a broken transfer leaves it. */
export const makeNoisy =
  (length: number) =>
  (bytes: Buffer): Buffer => {
    const damaged = Buffer.from(bytes)
    makeNoise(length).copy(damaged, Math.floor((damaged.length - length) / 2))
    return damaged
  }

/** A file with noise inside of the frame that is shown at this second: its headers and all lengths stay as they were. */
export const makeNoisyFrame = async (path: string, second: number): Promise<Buffer> => {
  const timeline = await readVideoTimeline(path)
  if (!timeline) throw new Error(`${path} is no MP4.`)
  const { ticks, samples } = timeline
  const frame = ticks.indexOf(Math.round(second * mediaTimescale))
  if (frame < 0) throw new Error(`No frame is shown at ${second} s.`)
  const [at = 0, size = 0] = [samples.offsets[frame], samples.sizes[frame]]
  const damaged = await readFile(path)
  makeNoise(Math.min(300, Math.floor(size / 3))).copy(damaged, at + Math.floor(size / 2))
  return damaged
}
