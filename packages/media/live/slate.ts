import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { MediaError } from '../media-error.ts'
import { mediaTimescale } from '../media-map.ts'
import { runMedia } from '../run-media.ts'
import { readVideoTimeline, type VideoTimeline } from '../segments/video-timeline.ts'
import { videoFacts, type PieceFacts } from './live-init.ts'
import type { LiveRecording, Run } from './live-recording.ts'

/** A segment of the picture that is shown while the encoder is away, encoded once per broadcast. */
export interface Slate {
  facts: PieceFacts
  frameTicks: number
  /** The frames of one segment; the first is its keyframe. */
  frames: readonly Buffer[]
}

interface SlateWork {
  folder: string
  /** A picture in the folder; missing: the one of this program. */
  fileName?: string | undefined
  width: number
  height: number
  frameRate: number
  signal?: AbortSignal | undefined
}

const seconds = 2
const timeoutSeconds = 60
const background = '0x15171c'
const bars = '0x5b6270'

/** Two bars in the middle, as on a button for a pause. */
const ownPicture = ({ width, height }: SlateWork) => {
  const unit = Math.max(2, Math.round(Math.min(width, height) / 18))
  const bar = (from: string) =>
    `drawbox=x=iw/2${from}:y=ih/2-${2 * unit}:w=${unit}:h=${4 * unit}:color=${bars}:t=fill`
  const size = `color=c=${background}:s=${width}x${height}`
  return ['-f', 'lavfi', '-i', [size, bar(`-${2 * unit}`), bar(`+${unit}`)].join(',')]
}

/** Encodes the picture in the size and rate of the stream; throws MediaError for one that cannot be read. */
export const makeSlate = async (media: Media, work: SlateWork): Promise<Slate> => {
  const { folder, fileName, width, height, signal } = work
  const frameRate = Math.min(60, Math.max(1, Math.round(work.frameRate)))
  const count = Math.round(seconds * frameRate)
  const output = `slate-${performance.now()}.mp4`
  const filters = [
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=${background}`,
    'setsar=1',
    'format=yuv420p',
    'trim=end_frame=1',
    `loop=loop=${count}:size=1`,
    `setpts=N/(${frameRate}*TB)`,
  ]
  const args = [
    '-y',
    ...(fileName === undefined ? ownPicture(work) : inputArgs(fileName, 'image')),
    '-vf',
    filters.join(','),
    '-r',
    String(frameRate),
    '-frames:v',
    String(count),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-tune',
    'stillimage',
    '-bf',
    '0',
    '-g',
    String(count),
    '-sc_threshold',
    '0',
    '-threads',
    '1',
    '-video_track_timescale',
    String(mediaTimescale),
    '-f',
    'mp4',
    `file:${output}`,
  ]
  const path = join(folder, output)
  try {
    await runMedia(media, 'ffmpeg', args, { folder, timeoutSeconds, signal, isBackground: true })
    const timeline = await readVideoTimeline(path)
    const config = timeline?.track.description?.avc
    if (!timeline || !config) throw new MediaError('failed', 'The slate cannot be read.')
    return {
      facts: videoFacts({ codec: 'avc1', config, width, height }),
      frameTicks: Math.round(mediaTimescale / frameRate),
      frames: await readFrames(path, timeline),
    }
  } finally {
    await rm(path, { force: true })
  }
}

async function readFrames(path: string, { samples }: VideoTimeline): Promise<Buffer[]> {
  const handle = await open(path)
  try {
    const frames: Buffer[] = []
    for (let sample = 0; sample < samples.count; sample += 1) {
      const frame = Buffer.alloc(samples.sizes[sample] ?? 0)
      await handle.read(frame, 0, frame.length, samples.offsets[sample] ?? 0)
      frames.push(frame)
    }
    return frames
  } finally {
    await handle.close()
  }
}

interface SlateClock {
  now: () => number
  /** Returns what stops it. */
  repeat: (tick: () => void) => () => void
}

const tickMs = 100

const usualClock: SlateClock = {
  now: Date.now,
  repeat: (tick) => {
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  },
}

/**
 * Records the slate, and silence where there is sound, as time passes: until the first keyframe of an encoder that is back,
 * or until `stop`. Without a slate only silence: for broadcasts of sound.
 */
export const startSlate = (
  recording: LiveRecording,
  slate: Slate | undefined,
  clock: SlateClock = usualClock,
): { stop: () => void } => {
  const wallMs = clock.now()
  const run = recording.startRun({
    facts: { source: slate?.facts },
    kind: 'slate',
    wallMs,
    ...(slate && { frameSeconds: slate.frameTicks / mediaTimescale }),
  })
  let frame = 0
  const stopClock = clock.repeat(() => {
    if (!recording.isCurrent(run)) {
      stopClock()
      return
    }
    const now = run.startTicks + Math.round(((clock.now() - wallMs) * mediaTimescale) / 1000)
    if (slate) frame = pushFrames(recording, { run, slate, frame, now })
    else pushOnlySilence(recording, run, now)
  })
  return {
    stop: () => {
      stopClock()
      if (recording.isCurrent(run)) recording.leave()
    },
  }
}

function pushFrames(
  recording: LiveRecording,
  { run, slate, frame, now }: { run: Run; slate: Slate; frame: number; now: number },
): number {
  let next = frame
  for (; run.startTicks + next * slate.frameTicks <= now; next += 1) {
    const decode = run.startTicks + next * slate.frameTicks
    const place = next % slate.frames.length
    const start = recording.source?.open?.start ?? decode
    if (place === 0 && recording.plan.endsAtKeyframe(start, decode))
      recording.closeSegment({ decode, shown: decode })
    recording.pushSilence(run.startTicks, decode)
    const data = slate.frames[place]
    if (data) recording.pushPicture({ decode, shift: 0, isSync: place === 0, data })
  }
  return next
}

function pushOnlySilence(recording: LiveRecording, run: Run, now: number) {
  const step = mediaTimescale / 2
  for (let until = run.startTicks + step; until <= now; until += step) {
    const { open } = recording.sound ?? {}
    if (open && recording.plan.endsSound(open.start, until)) recording.closeSegment()
    recording.pushSilence(run.startTicks, until)
  }
}
