import { bringPicture } from '@playhead/features/video/processing/server'
import {
  type CaptionChannel,
  type CaptionPair,
  pairsOfChannel,
  readCaptionPairs,
} from '@playhead/media/captions/closed-captions.ts'
import { readClosedCaptions } from '@playhead/media/captions/read-closed-captions.ts'
import { mediaTimescale } from '@playhead/media/media-map.ts'
import { join } from 'node:path'
import { storeText } from './store-text.ts'
import { TrackRefused, type TrackWork } from './track-work.ts'

/** Of a recording at a time: one of twelve hours is larger than the disk of a job should hold. */
const segmentsAtOnce = 100

/** Ranges of segments, none of them over a discontinuity, where parameters may change. */
const rangesOf = ({ map }: TrackWork) => {
  const cuts = map.video?.cuts ?? [0]
  const stretches = map.stretches?.['source'] ?? map.pieces ?? [{ firstSegment: 0 }]
  const starts = stretches.map(({ firstSegment }) => firstSegment)
  const count = cuts.length - 1
  return starts.flatMap((first, index) => {
    const end = starts[index + 1] ?? count
    const steps = Math.max(0, Math.ceil((end - first) / segmentsAtOnce))
    return Array.from({ length: steps }, (_, step) => {
      const begin = first + step * segmentsAtOnce
      const from = cuts[begin] ?? 0
      return { from, to: cuts[Math.min(end, begin + segmentsAtOnce)] ?? from }
    })
  })
}

const readPairs = async (work: TrackWork): Promise<CaptionPair[]> => {
  const { app, environment, asset, map, folder, signal, progress } = work
  const place = { id: asset.id, environmentId: environment.id, media: map }
  const pairs: CaptionPair[] = []
  const ranges = rangesOf(work)
  for (const [index, range] of ranges.entries()) {
    signal.throwIfAborted()
    await bringPicture(app, place, folder, { range, signal })
    const found = await readCaptionPairs(join(folder, 'source'))
    // Segments before a cut without a keyframe are brought twice.
    pairs.push(...found.filter(({ ticks }) => ticks >= range.from))
    progress((0.9 * (index + 1)) / ranges.length, 'Reading captions')
  }
  return pairs
}

/** Stores the captions that an encoder sent inside of the picture. */
export const makeEmbeddedText = async (work: TrackWork) => {
  const { app, environment, map, media, track, folder, signal } = work
  const channel = Math.min(4, Math.max(1, track.source_stream ?? 1)) as CaptionChannel
  const pairs = pairsOfChannel(await readPairs(work), channel)
  const endTicks = Math.round(map.duration * mediaTimescale)
  const cues = await readClosedCaptions(media, { folder, pairs, endTicks, signal })
  if (cues.length === 0)
    throw new TrackRefused('not_found', `The picture has no captions in CC${channel}.`)
  await storeText(app, environment, track, cues)
}
