import type { ContainerSize } from './measure-container.ts'

export interface ProbedVideo {
  /** Index of the stream in the file. */
  stream: number
  codec: string
  profile: string
  /** As ffprobe has it: 40 is level 4.0 of H.264, 120 is 4.0 of HEVC. */
  level: number
  pixelFormat: string
  bitDepth: number
  isInterlaced: boolean
  /** As coded. */
  codedWidth: number
  codedHeight: number
  /** Width of a pixel by its height. */
  pixelAspect: number
  pixelAspectText: string
  /** Clockwise turn that frames need to be upright: 0, 90, 180 or 270. */
  rotation: number
  /** The picture is to be mirrored too, which a turn alone does not do. */
  isMirrored: boolean
  /** As shown: pixel shape and turn applied, not yet made even. */
  width: number
  height: number
  frameRate: number
  /** Exact, as `30000/1001`. */
  frameRateText: string
  isVariableFrameRate: boolean
  transfer: 'sdr' | 'pq' | 'hlg'
  colorPrimaries: string | undefined
  colorSpace: string | undefined
  isFullRange: boolean
  bitRate: number | undefined
  frames: number | undefined
  start: number
  duration: number | undefined
  hasReorderedFrames: boolean
  hasClosedCaptions: boolean
  /** At least one frame could be decoded. */
  decodes: boolean
}

export interface ProbedAudio {
  stream: number
  codec: string
  profile: string
  sampleRate: number
  channels: number
  channelLayout: string | undefined
  sampleBits: number | undefined
  bitRate: number | undefined
  language: string | undefined
  title: string | undefined
  isDefault: boolean
  start: number
  duration: number | undefined
  decodes: boolean
}

export interface ProbedText {
  stream: number
  codec: string
  language: string | undefined
  title: string | undefined
  isDefault: boolean
  isForced: boolean
  isForHearingImpaired: boolean
}

/** Everything that is known of a file before anything is made of it. Seconds, bits per second. */
export interface Probe {
  /** `mp4`, `mov`, `webm`, `mkv`, `mpegts` … */
  container: string
  bytes: number
  /** Measured where the file does not say, or says what is not so. */
  duration: number
  start: number
  bitRate: number
  /** How sure ffprobe is of the format, of 100. */
  score: number
  size: ContainerSize
  /** The first one is shown. */
  videos: ProbedVideo[]
  audios: ProbedAudio[]
  texts: ProbedText[]
  /** A picture kept with the sound, which is no video. */
  cover: { stream: number; codec: string; width: number; height: number } | undefined
}
