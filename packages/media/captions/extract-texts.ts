import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { InputRefused } from '../input-refused.ts'
import { mediaTimescale, type MediaMap } from '../media-map.ts'
import type { Probe, ProbedText } from '../probe.ts'
import { runMedia } from '../run-media.ts'
import type { Cue } from './cue.ts'
import { readSubtitles } from './read-subtitles.ts'

/** Codecs of subtitles that are text; others are pictures. */
const written = new Set(['mov_text', 'subrip', 'srt', 'webvtt', 'ass', 'ssa', 'text', 'eia_608'])
export const isWrittenText = ({ codec }: Pick<ProbedText, 'codec'>) => written.has(codec)

/** Whether the file has texts that can become tracks: as streams, or as captions inside of its picture. */
export const hasTexts = ({ texts, videos: [video] }: Pick<Probe, 'texts' | 'videos'>): boolean =>
  texts.some(isWrittenText) || video?.hasClosedCaptions === true

const patience = { leastSeconds: 300, perSecond: 0.5 }
const textBytesMax = 16 * 1024 * 1024

/** Times are relative to the start of the asset; cues outside of it are left out. */
const cuesWithin = (cues: readonly Cue[], map: MediaMap): Cue[] => {
  const startTicks = map.video?.startTicks ?? map.audio[0]?.startTicks ?? 0
  return cuesFrom(cues, startTicks / mediaTimescale, map)
}

/** The cues of an asset that begins at this second of them. */
export const cuesFrom = (cues: readonly Cue[], begin: number, map: MediaMap): Cue[] =>
  cues.flatMap((cue) => {
    const [start, end] = [Math.max(0, cue.start - begin), Math.min(map.duration, cue.end - begin)]
    return end > start ? [{ ...cue, start, end }] : []
  })

/** Extracts a text track of the source; undefined if it has no cue within the asset. */
export const extractText = async (
  media: Media,
  work: { folder: string; fileName: string; map: MediaMap; signal?: AbortSignal },
  stream: number,
): Promise<Cue[]> => {
  const output = `text-${stream}.vtt`
  const { folder, fileName, map, signal } = work
  const args = [
    '-y',
    '-copyts',
    ...inputArgs(fileName),
    '-map',
    `0:${stream}`,
    '-c:s',
    'webvtt',
    '-f',
    'webvtt',
    `file:${output}`,
  ]
  try {
    await runMedia(media, 'ffmpeg', args, {
      folder,
      timeoutSeconds: patience.leastSeconds + map.duration * patience.perSecond,
      fileBytesMax: textBytesMax,
      isBackground: true,
      signal,
    })
    return cuesWithin(readSubtitles(await readFile(join(folder, output))), map)
  } catch (error) {
    if (error instanceof InputRefused) return []
    throw error
  } finally {
    await rm(join(folder, output), { force: true })
  }
}
