import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { InputRefused } from '../input-refused.ts'
import { mediaTimescale, type MediaMap } from '../media-map.ts'
import type { ProbedVideo } from '../probe.ts'
import { runMedia } from '../run-media.ts'
import { readVideoTimeline } from '../segments/video-timeline.ts'
import {
  type CaptionChannel,
  type CaptionPair,
  pairsOfChannel,
  readCaptionPairsOf,
} from './closed-captions.ts'
import type { Cue } from './cue.ts'
import { cuesFrom } from './extract-texts.ts'
import { readClosedCaptions } from './read-closed-captions.ts'

interface CaptionWork {
  folder: string
  fileName: string
  map: MediaMap
  signal?: AbortSignal | undefined
}

const patience = { leastSeconds: 300, perSecond: 10 }
const rewritten = 'captioned.mp4'
const channels: readonly CaptionChannel[] = [1, 2, 3, 4]

/** Units of H.264 whose length has four bytes, as the reader of captions expects. */
const hasLongLengths = (avc: Buffer | undefined) => avc !== undefined && ((avc[4] ?? 0) & 3) === 3

/** H.264 is copied; of other codecs pictures of the size of a stamp are encoded, which carry the captions along. */
const codecArgs = ({ codec }: ProbedVideo) =>
  codec === 'h264'
    ? ['-c', 'copy']
    : '-vf scale=64:48,format=yuv420p -fps_mode passthrough -c:v libx264 -preset ultrafast -crf 45 -bf 0 -a53cc 1'.split(
        ' ',
      )

const rewrite = async (media: Media, work: CaptionWork, video: ProbedVideo) => {
  const { folder, fileName, map, signal } = work
  const { duration, clip } = map
  const scale = ['-video_track_timescale', String(mediaTimescale)]
  const output = ['-map_metadata', '-1', ...scale, '-f', 'mp4', `file:${rewritten}`]
  const args = ['-y', ...inputArgs(fileName), '-map', `0:${video.stream}`, ...codecArgs(video)]
  await runMedia(media, 'ffmpeg', [...args, ...output], {
    folder,
    timeoutSeconds: patience.leastSeconds + ((clip?.end ?? 0) + duration) * patience.perSecond,
    isBackground: true,
    signal,
  })
  return join(folder, rewritten)
}

const readPairs = async (media: Media, work: CaptionWork, video: ProbedVideo) => {
  const source = join(work.folder, work.fileName)
  const inPlace = await readVideoTimeline(source, video.stream)
  if (inPlace && hasLongLengths(inPlace.track.description?.avc))
    return { pairs: await readCaptionPairsOf(source, inPlace), endTicks: inPlace.endTicks }
  const path = await rewrite(media, work, video)
  try {
    const timeline = await readVideoTimeline(path)
    if (!timeline) return { pairs: [], endTicks: 0 }
    return { pairs: await readCaptionPairsOf(path, timeline), endTicks: timeline.endTicks }
  } finally {
    await rm(path, { force: true })
  }
}

const cuesOf = async (media: Media, work: CaptionWork, pairs: CaptionPair[], endTicks: number) => {
  try {
    const { folder, signal } = work
    const cues = await readClosedCaptions(media, {
      folder,
      pairs,
      endTicks,
      ...(signal && { signal }),
    })
    return cuesFrom(cues, work.map.clip?.start ?? 0, work.map)
  } catch (error) {
    // Commands without words.
    if (error instanceof InputRefused) return []
    throw error
  }
}

/** The captions of CEA-608 that a file has inside of its picture, by their channels; those without words are left out. */
export const extractClosedCaptions = async (
  media: Media,
  work: CaptionWork,
  video: ProbedVideo,
): Promise<{ channel: CaptionChannel; cues: Cue[] }[]> => {
  const { pairs, endTicks } = await readPairs(media, work, video)
  const found: { channel: CaptionChannel; cues: Cue[] }[] = []
  for (const channel of channels) {
    const cues = await cuesOf(media, work, pairsOfChannel(pairs, channel), endTicks)
    if (cues.length > 0) found.push({ channel, cues })
  }
  return found
}
