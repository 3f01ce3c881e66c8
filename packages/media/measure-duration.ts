import type { Media } from './find-media.ts'
import { inputArgs } from './input-args.ts'
import { streamMedia, type RunOptions } from './run-media.ts'

/** Seconds from the first frame to the end of the last; reads all packets without decoding. */
export const measureDuration = async (
  media: Media,
  fileName: string,
  options: RunOptions,
): Promise<number> => {
  const args = [
    '-show_entries',
    'packet=pts_time,dts_time,duration_time',
    '-of',
    'csv=p=0',
    ...inputArgs(fileName),
  ]
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let rest = ''
  const read = (line: string) => {
    const [shown = '', decoded = '', lasts = ''] = line.split(',')
    const time = [shown, decoded].map(Number.parseFloat).find(Number.isFinite)
    if (time === undefined) return
    const length = Number.parseFloat(lasts)
    first = Math.min(first, time)
    last = Math.max(last, time + (Number.isFinite(length) ? length : 0))
  }
  for await (const chunk of streamMedia(media, 'ffprobe', args, options)) {
    const lines = `${rest}${chunk.toString('latin1')}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) read(line)
  }
  read(rest)
  return last > first ? last - first : 0
}
