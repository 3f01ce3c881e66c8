/** What an encoder sent in one second or more; undefined for what is not known. */
export interface HealthFigures {
  video_kbps: number
  audio_kbps: number
  frame_rate: number
  expected_frame_rate: number | null
  keyframe_interval_ms: number | null
  dropped_frames: number
  /** Positive: sound is behind the picture. */
  av_drift_ms: number | null
  /** How much later media arrives than it plays; grows when an upload is too slow. */
  clock_drift_ms: number
  jitter_ms: number
  longest_silence_ms: number
}

export interface HealthSecond extends HealthFigures {
  /** The end of the second, in milliseconds since the epoch. */
  time: number
}

const mean = (values: readonly (number | null)[]) => {
  const known = values.filter((value): value is number => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Several seconds as one point. */
export const summed = (seconds: readonly HealthSecond[]): HealthSecond | undefined => {
  const last = seconds.at(-1)
  if (!last) return undefined
  const meanOf = (name: keyof HealthFigures) => mean(seconds.map((second) => second[name]))
  return {
    time: last.time,
    video_kbps: meanOf('video_kbps') ?? 0,
    audio_kbps: meanOf('audio_kbps') ?? 0,
    frame_rate: meanOf('frame_rate') ?? 0,
    expected_frame_rate: last.expected_frame_rate,
    keyframe_interval_ms: meanOf('keyframe_interval_ms'),
    dropped_frames: seconds.reduce((sum, second) => sum + second.dropped_frames, 0),
    av_drift_ms: meanOf('av_drift_ms'),
    clock_drift_ms: last.clock_drift_ms,
    jitter_ms: meanOf('jitter_ms') ?? 0,
    longest_silence_ms: Math.max(...seconds.map((second) => second.longest_silence_ms)),
  }
}
