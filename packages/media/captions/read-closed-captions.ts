import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { captionInputArgs } from '../input-args.ts'
import { mediaTimescale } from '../media-map.ts'
import { runMedia } from '../run-media.ts'
import { type CaptionPair, writeScenarist } from './closed-captions.ts'
import type { Cue } from './cue.ts'
import { readSubtitles } from './read-subtitles.ts'

const timeoutSeconds = 300
const textBytesMax = 16 * 1024 * 1024

/** Captions of one channel as cues. */
export const readClosedCaptions = async (
  media: Media,
  given: {
    folder: string
    pairs: readonly CaptionPair[]
    endTicks: number
    signal?: AbortSignal
  },
): Promise<Cue[]> => {
  const { folder, pairs, endTicks, signal } = given
  if (pairs.length === 0) return []
  await writeFile(join(folder, 'captions.scc'), writeScenarist(pairs, endTicks))
  const output = '-c:s webvtt -f webvtt file:captions.vtt'.split(' ')
  await runMedia(media, 'ffmpeg', ['-y', ...captionInputArgs('captions.scc'), ...output], {
    folder,
    timeoutSeconds,
    fileBytesMax: textBytesMax,
    isBackground: true,
    signal,
  })
  const cues = readSubtitles(await readFile(join(folder, 'captions.vtt')))
  const end = endTicks / mediaTimescale
  return cues.flatMap((cue) => (cue.start < end ? [{ ...cue, end: Math.min(cue.end, end) }] : []))
}
