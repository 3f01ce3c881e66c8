import type { ContainerSize } from './measure-container.ts'

export interface ProbedVideo {
  /** Stream index in the file. */
  stream: number
  codec: string
  profile: string
  /** As reported by ffprobe: 40 is level 4.0 of H.264, 120 is 4.0 of HEVC. */
  level: number
  pixelFormat: string
  bitDepth: number
  isInterlaced: boolean
  /** As the file says. */
  firstField?: 'top' | 'bottom' | undefined
  /** The coded size. */
  codedWidth: number
  codedHeight: number
  /** Pixel width divided by pixel height. */
  pixelAspect: number
  pixelAspectText: string
  /** Clockwise rotation that makes frames upright: 0, 90, 180 or 270. */
  rotation: number
  /** The picture must also be mirrored. */
  isMirrored: boolean
  /** Displayed size, after pixel aspect and rotation, not yet rounded to even numbers. */
  width: number
  height: number
  frameRate: number
  /** The exact value, as `30000/1001`. */
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

/** All known properties of an input file. Seconds, bits per second. */
export interface Probe {
  /** `mp4`, `mov`, `webm`, `mkv`, `mpegts` … */
  container: string
  bytes: number
  /** Measured where the file states none or a wrong one. */
  duration: number
  start: number
  bitRate: number
  /** ffprobe's confidence in the format, from 0 to 100. */
  score: number
  size: ContainerSize
  /** The first one is used. */
  videos: ProbedVideo[]
  audios: ProbedAudio[]
  texts: ProbedText[]
  /** A picture embedded in a sound file, which is not a video. */
  cover: { stream: number; codec: string; width: number; height: number } | undefined
}
