import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../../find-media.ts'
import { inputArgs } from '../../input-args.ts'
import { MediaError } from '../../media-error.ts'
import { mediaTimescale, type AudioMap, type MediaMap } from '../../media-map.ts'
import { runMedia } from '../../run-media.ts'
import { soundEncoderArgs } from './sound-rates.ts'
import { limitsOf } from './sound-segments.ts'
import { packetSamples, readSoundTrack, type SoundTrack } from './sound-track.ts'

export interface SoundWork {
  folder: string
  /** File name of the source in the folder. */
  fileName: string
  map: MediaMap
  audio: AudioMap
  signal?: AbortSignal | undefined
  isBackground?: boolean
  /** The finished share of the work, up to 1. */
  onProgress?: (share: number) => void
}

/** Encoders and resamplers need some packets until their start has no more effect. */
const runUpPackets = 30
/** A packet overlaps the next one, and its encoder looks further ahead. */
const runOutPackets = 4
/** So many packets are a whole number of samples at all usual rates: resampling starts in phase there. */
const stepPackets = 15
/** Decoders need lead-in too; some containers only support inexact seeks. */
const headStarts = [2, 14, Infinity]
const patience = { leastSeconds: 120, perSecond: 2 }

let runs = 0

export const canResample = (sourceRate: number, rate: number) =>
  (stepPackets * packetSamples * sourceRate) % rate === 0

/**
 * Encodes packets [from, to) of a sound, with some before and after them so that they join their
 * neighbours, however those were made. Returns which packet of the file is the first of these.
 */
export const withEncodedSound = async <Result>(
  media: Media,
  work: SoundWork,
  { from, to }: { from: number; to: number },
  read: (path: string, track: SoundTrack, zeroPacket: number) => Promise<Result>,
): Promise<Result> => {
  const { folder, audio, onProgress } = work
  const begin = Math.max(0, Math.floor((from - runUpPackets) / stepPackets) * stepPackets)
  const packets = to + runOutPackets - begin
  const seconds = (packets * packetSamples) / audio.sampleRate
  runs += 1
  const output = `sound-${process.pid}-${runs}.mp4`
  const path = join(folder, output)
  try {
    for (const headStart of headStarts) {
      const seek = seekOf(work, begin, headStart)
      const run = { begin, packets, seek, output }
      await runMedia(media, 'ffmpeg', argsOf(work, run), {
        folder,
        timeoutSeconds: patience.leastSeconds + seconds * patience.perSecond,
        signal: work.signal,
        isBackground: work.isBackground ?? false,
        ...(onProgress && {
          onProgress: (done: number) => onProgress(Math.min(1, done / seconds)),
        }),
      })
      const track = await readSoundTrack(path, undefined, { originSeconds: 0 })
      // The first packet only primes the decoder.
      const isWhole = track?.from === 1 && Math.abs(track.placeOf(1)) < 1
      if (isWhole && track.to >= 1 + to - begin) return await read(path, track, 1 - begin)
      if (seek.length === 0) break
    }
    throw new MediaError('failed', 'The sound cannot be decoded there.')
  } finally {
    await rm(path, { force: true })
  }
}

function seekOf(work: SoundWork, begin: number, headStart: number): string[] {
  const { pieces, sampleRate } = work.audio
  const target = limitsOf(work).originSeconds + (begin * packetSamples) / sampleRate - headStart
  const first = pieces ? pieces.first / pieces.sourceRate : 0
  if (target <= first) return []
  return ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', target.toFixed(6)]
}

interface Run {
  begin: number
  packets: number
  seek: string[]
  output: string
}

/** The other coder sometimes damages a packet in its first seconds, while it adapts its rate. */
const coderArgs = ['-aac_coder', 'fast']

function argsOf(work: SoundWork, { begin, packets, seek, output }: Run): string[] {
  const { audio, fileName } = work
  return [
    '-y',
    ...seek,
    '-copyts',
    ...inputArgs(fileName),
    '-map',
    `0:${audio.stream}`,
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-af',
    filtersOf(work, begin, packets, seek.length === 0),
    ...soundEncoderArgs(audio),
    ...coderArgs,
    '-movie_timescale',
    String(mediaTimescale),
    '-f',
    'mp4',
    `file:${output}`,
  ]
}

/** A smaller gap is rounding of the resampler; a larger one is a packet that failed to decode and becomes silence. */
const goneSeconds = 0.005

/**
 * Containers round times; the packet's number gives the exact time. The first packet may lack its
 * start, the last one its end.
 */
const placedBy = (first: number, step: number) =>
  `'if(eq(N,0)+eq(NB_SAMPLES,${step}),round((PTS+NB_SAMPLES-(${first}))/${step})*${step}+(${first})-NB_SAMPLES,PTS)'`

function filtersOf(work: SoundWork, begin: number, packets: number, isFromBegin: boolean): string {
  const { pieces, sampleRate } = work.audio
  if (!pieces) throw new MediaError('failed', 'This sound is made as a whole.')
  const { sourceRate, first, end, packetSamples: step } = pieces
  const { originSeconds, endSeconds = Infinity } = limitsOf(work)
  const origin = Math.round(originSeconds * sourceRate)
  const start = origin + (begin * packetSamples * sourceRate) / sampleRate
  const length = packets * packetSamples
  const stop = Math.min(
    start + Math.ceil((length * sourceRate) / sampleRate),
    end,
    origin + Math.round(endSeconds * sourceRate),
  )
  const exact = step ? placedBy(first, step) : 'PTS'
  // A gap at the start after a seek may mean that the seek was too late, so it is not filled.
  const late = first > start || isFromBegin ? ':first_pts=0' : ''
  return [
    `asettb=1/${sourceRate}`,
    `asetpts=${exact}`,
    `atrim=start_pts=${start}:end_pts=${stop}`,
    `asetpts=PTS-(${start})`,
    `aresample=${sampleRate}:async=1:min_hard_comp=${goneSeconds}${late}`,
    `apad=whole_len=${length}`,
    `atrim=end_sample=${length}`,
  ].join(',')
}
