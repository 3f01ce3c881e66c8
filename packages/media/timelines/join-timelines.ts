import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaError } from '../media-error.ts'
import { Eras, shiftsOf } from './eras.ts'
import {
  layoutOf,
  piecesOf,
  stampsIn,
  type TsLayout,
  wrapTicks,
  writeClock,
  writeTime,
} from './ts-stamps.ts'

const startBytes = 192 * 5

const lookThrough = async (path: string, signal: AbortSignal | undefined) => {
  const file = await open(path)
  try {
    const start = Buffer.alloc(startBytes)
    await file.read(start, 0, startBytes, 0)
    const layout = layoutOf(start)
    if (!layout) return undefined
    const eras = new Eras()
    for await (const bytes of piecesOf(file, layout)) {
      if (signal?.aborted) throw new MediaError('cancelled', 'It was called off.')
      for (const stamp of stampsIn(bytes, layout)) eras.place(stamp)
      if (eras.isNoise) return undefined
    }
    const isStraight = eras.list.length < 2 && !eras.list.some(({ wrapped }) => wrapped)
    return isStraight ? undefined : { layout, shifts: shiftsOf(eras.list) }
  } finally {
    await file.close()
  }
}

const inRange = (ticks: number) => ((ticks % wrapTicks) + wrapTicks) % wrapTicks

const rewrite = async (
  [from, to]: [string, string],
  { layout, shifts }: { layout: TsLayout; shifts: readonly number[] },
  signal: AbortSignal | undefined,
) => {
  const file = await open(from)
  const written = await open(to, 'w')
  try {
    // The same times in the same order fall into the same stretches again.
    const eras = new Eras()
    for await (const bytes of piecesOf(file, layout)) {
      if (signal?.aborted) throw new MediaError('cancelled', 'It was called off.')
      for (const stamp of stampsIn(bytes, layout)) {
        const place = eras.place(stamp)
        if (!place) continue
        const shift = shifts[place.era] ?? 0
        const shown = inRange(place.shown + shift)
        if (stamp.kind === 'clock') writeClock(bytes, stamp.shownAt, shown)
        else writeTime(bytes, stamp.shownAt, shown)
        if (stamp.decoded !== undefined)
          writeTime(bytes, stamp.decodedAt, inRange(place.decoded + shift))
      }
      await written.writeFile(bytes)
    }
  } finally {
    await file.close()
    await written.close()
  }
}

/**
 * Recordings of broadcasts and files put one behind the other change their clock in the middle:
 * taken literally, 20 seconds would last hours. The times of an MPEG-TS are unfolded and the
 * stretches joined, with one shift for picture and sound, so that they stay in step. The file is
 * replaced, never changed in place: others may hold a link to it. Other files are not touched.
 */
export const joinTimelines = async (
  folder: string,
  fileName: string,
  signal?: AbortSignal,
): Promise<boolean> => {
  const path = join(folder, fileName)
  const found = await lookThrough(path, signal)
  if (!found) return false
  const joined = `${path}.joined`
  try {
    await rewrite([path, joined], found, signal)
    await rename(joined, path)
  } finally {
    await rm(joined, { force: true })
  }
  return true
}
