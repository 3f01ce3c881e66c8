import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { mediaTimescale } from '../media-map.ts'
import { runMedia } from '../run-media.ts'

interface RewriteWork {
  folder: string
  fileName: string
  stream: number
  /** File name of the copy in the folder. */
  output: string
  signal?: AbortSignal | undefined
  isBackground?: boolean
}

const timeoutSeconds = 3600

/** ffmpeg rewrites the video of other containers without decoding it; its frames then count from the first. */
export const rewriteAsMp4 = async (
  media: Media,
  { folder, fileName, stream, output, signal, isBackground = false }: RewriteWork,
) => {
  const timescale = String(mediaTimescale)
  const args = [
    '-y',
    '-copyts',
    ...inputArgs(fileName),
    '-map',
    `0:${stream}`,
    '-c',
    'copy',
    '-map_metadata',
    '-1',
    '-video_track_timescale',
    timescale,
    '-movie_timescale',
    timescale,
    '-f',
    'mp4',
    `file:${output}`,
  ]
  const { stderrTail } = await runMedia(media, 'ffmpeg', args, {
    folder,
    timeoutSeconds,
    signal,
    isBackground,
    logLevel: 'warning',
  })
  return { path: join(folder, output), complaints: stderrTail.trim().split('\n') }
}
