import type { Media } from './find-media.ts'
import { inputArgs } from './input-args.ts'
import { MediaError } from './media-error.ts'
import { runMedia } from './run-media.ts'

/** Which field of an interlaced frame was taken first. */
export type FirstField = 'top' | 'bottom'

const lookedAtSeconds = 5
const timeoutSeconds = 120
/** Pictures that stand still say nothing: this share of the frames must. */
const certainShare = 0.05
const orderRatio = 4

const countOf = (output: string) => {
  const counts: Record<string, number> = { tff: 0, bff: 0, progressive: 0, undetermined: 0 }
  for (const [, kind = ''] of output.matchAll(/lavfi\.idet\.multiple\.current_frame=(\w+)/g))
    counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/**
 * Looks at some seconds of a picture that is said to be interlaced. Many files say so and are not, or name the wrong field first.
 * Undefined where the picture does not show it: then the file is believed.
 */
export const detectFields = async (
  media: Media,
  given: {
    folder: string
    fileName: string
    stream: number
    /** Where to look, on the file's clock. */
    fromSeconds: number
    signal?: AbortSignal | undefined
  },
): Promise<FirstField | 'none' | undefined> => {
  const { folder, fileName, stream, fromSeconds, signal } = given
  const look = async (seek: readonly string[]) => {
    const filter = 'idet,metadata=mode=print:key=lavfi.idet.multiple.current_frame:file=-'
    const args = [...seek, ...inputArgs(fileName), '-map', `0:${stream}`, '-t']
    const output = [String(lookedAtSeconds), '-vf', filter, '-f', 'null', '-']
    const options = { folder, timeoutSeconds, signal }
    const { stdout } = await runMedia(media, 'ffmpeg', [...args, ...output], options)
    return countOf(stdout.toString('latin1'))
  }
  try {
    const seek = fromSeconds > 0 ? ['-seek_timestamp', '1', '-ss', fromSeconds.toFixed(3)] : []
    const { tff = 0, bff = 0, progressive = 0, undetermined = 0 } = await look(seek)
    const total = tff + bff + progressive + undetermined
    const [most, least] = tff >= bff ? [tff, bff] : [bff, tff]
    if (most + least + progressive < total * certainShare) return undefined
    // Fine patterns look like fields too, now of one order and now of the other.
    if (progressive >= most || least * orderRatio > most) return 'none'
    return tff >= bff ? 'top' : 'bottom'
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'failed') return undefined
    throw error
  }
}
