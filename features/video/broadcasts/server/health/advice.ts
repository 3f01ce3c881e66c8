import type { FindingType, HealthStatus } from '../../contract.ts'
import { isPlayedAsItIs } from '../run/tracks-of.ts'
import type { HealthMeter } from './health-meter.ts'
import type { HealthSecond } from './health-point.ts'

interface Finding {
  type: FindingType
  message: string
  isStrong: boolean
}

type LatencyMode = 'low' | 'reduced' | 'standard'

const judgedSeconds = 10
const lostSeconds = 60
const silentMs = 3000
const missingMs = 5000
const slowKeyframeMs = { low: 2200, reduced: 4000, standard: 4000 } as const
const wantedKeyframeSeconds = 2

const oneDecimal = (value: number) => (Math.round(value * 10) / 10).toString()
const seconds = (ms: number) => oneDecimal(ms / 1000)
const mbps = (kbps: number) => oneDecimal(kbps / 1000)

const quantile = (values: readonly number[], share: number) => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const slowKeyframes = (last: HealthSecond, mode: LatencyMode): Finding[] => {
  const interval = last.keyframe_interval_ms
  if (interval === null || interval <= slowKeyframeMs[mode]) return []
  const behind = Math.max(1, Math.round(interval / 1000 - wantedKeyframeSeconds))
  return [
    {
      type: 'slow_keyframes',
      isStrong: interval > 2 * slowKeyframeMs[mode],
      message: `Keyframes come every ${seconds(interval)} seconds. Set the keyframe interval of your encoder to 2 seconds: viewers are ${behind} ${behind === 1 ? 'second' : 'seconds'} further behind than they need to be.`,
    },
  ]
}

const unevenBitrate = (recent: readonly HealthSecond[]): Finding[] => {
  const rates = recent.map(({ video_kbps: kbps }) => kbps)
  const [low, median, high] = [quantile(rates, 0.05), quantile(rates, 0.5), quantile(rates, 0.95)]
  if (recent.length < judgedSeconds || median === 0 || high <= 2 * median) return []
  return [
    {
      type: 'uneven_bitrate',
      isStrong: false,
      message: `The bitrate jumps between ${mbps(low)} and ${mbps(high)} Mbps. Choose CBR.`,
    },
  ]
}

const slowUpload = (recent: readonly HealthSecond[]): Finding[] => {
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || recent.length < judgedSeconds) return []
  const lateMs = last.clock_drift_ms - first.clock_drift_ms
  if (lateMs <= 200) return []
  const arrived = recent.reduce(
    (sum, { video_kbps: video, audio_kbps: audio }) => sum + video + audio,
    0,
  )
  const passedMs = last.time - first.time
  const rate = arrived / recent.length
  // In this time less media arrived than it takes to play it.
  const wanted = rate / Math.max(0.05, 1 - lateMs / Math.max(1, passedMs))
  return [
    {
      type: 'slow_upload',
      isStrong: true,
      message: `Your video arrives slower than it plays: ${mbps(rate)} of ${mbps(wanted)} Mbps. Lower the bitrate or check the upload.`,
    },
  ]
}

const lostFrames = (minute: readonly HealthSecond[], { header }: HealthMeter): Finding[] => {
  const lost = minute.reduce((sum, second) => sum + second.dropped_frames, 0)
  const shown = minute.reduce((sum, second) => sum + second.frame_rate, 0)
  if (lost === 0 || lost <= 0.01 * (lost + shown)) return []
  const { video } = header ?? {}
  const rate = Math.round(video?.frameRate ?? minute.at(-1)?.expected_frame_rate ?? 0)
  const size = video ? `${Math.min(video.width, video.height)}p${rate}` : 'this picture'
  return [
    {
      type: 'lost_frames',
      isStrong: true,
      message: `Your encoder dropped ${lost} ${lost === 1 ? 'frame' : 'frames'} in the last minute. Its computer or network is too slow for ${size}.`,
    },
  ]
}

const soundApart = (last: HealthSecond): Finding[] => {
  const drift = last.av_drift_ms
  if (drift === null || Math.abs(drift) <= 200) return []
  const place = drift > 0 ? 'behind' : 'ahead of'
  return [
    {
      type: 'sound_apart',
      isStrong: true,
      message: `Sound is ${Math.round(Math.abs(drift))} ms ${place} the picture. Restart the encoder.`,
    },
  ]
}

const missing = (meter: HealthMeter, now: number, isAudioOnly: boolean): Finding[] => {
  const isGone = (at: number | undefined) => at === undefined || now - at > missingMs
  const has = { sound: !isGone(meter.lastAudioAt), picture: !isGone(meter.lastVideoAt) }
  if (!has.sound && !has.picture) return []
  if (!has.sound) return [{ type: 'no_sound', isStrong: false, message: 'There is no sound.' }]
  if (has.picture || isAudioOnly) return []
  return [{ type: 'no_picture', isStrong: true, message: 'There is no picture.' }]
}

const unusual = (meter: HealthMeter): Finding[] => {
  const { audio } = meter.header ?? {}
  const found: Finding[] = []
  const add = (type: FindingType, message: string, isStrong = false) =>
    found.push({ type, message, isStrong })
  if (audio && !isPlayedAsItIs(audio))
    add(
      'unusual_sound',
      meter.isSoundConverted()
        ? 'The sound is converted to AAC-LC stereo. Set your encoder to AAC-LC stereo to avoid this.'
        : 'The sound is not recorded: set your encoder to AAC-LC with one or two channels.',
      !meter.isSoundConverted(),
    )
  if (meter.hasUnevenFrames)
    add('variable_frame_rate', 'The frame rate changes. Set your encoder to a constant frame rate.')
  if (meter.hasChangedSize)
    add('size_changed', 'The size of the picture has changed. Keep one size during a broadcast.')
  if (meter.hasUnorderedFrames)
    add('unordered_frames', 'Frames are shown before they are decoded. Turn B-frames off.')
  if (meter.header?.hasMoreTracks)
    add(
      'more_tracks',
      'Your encoder sends several tracks of picture or sound, and only the first of each is used. Turn multitrack video and additional audio tracks off in your encoder: they only cost upload.',
    )
  return found
}

export interface Judged {
  status: HealthStatus
  findings: readonly Finding[]
}

/** What is wrong with the input, in sentences, and how bad it is over the last ten seconds. */
export const judge = (
  meter: HealthMeter,
  {
    now,
    mode,
    isAudioOnly,
    isConnected,
  }: { now: number; mode: LatencyMode; isAudioOnly: boolean; isConnected: boolean },
): Judged => {
  const recent = meter.seconds.slice(-judgedSeconds)
  const last = recent.at(-1)
  if (!isConnected) return { status: 'disconnected', findings: [] }
  if (now - meter.lastPacketAt > silentMs) return { status: 'silent', findings: [] }
  const findings = last
    ? [
        ...slowKeyframes(last, mode),
        ...unevenBitrate(recent),
        ...slowUpload(recent),
        ...lostFrames(meter.seconds.slice(-lostSeconds), meter),
        ...soundApart(last),
        ...missing(meter, now, isAudioOnly),
        ...unusual(meter),
      ]
    : []
  const strong = findings.filter(({ isStrong }) => isStrong).length
  const isPoor = strong > 0 || findings.length > 1
  return { status: isPoor ? 'poor' : findings.length > 0 ? 'good' : 'excellent', findings }
}
