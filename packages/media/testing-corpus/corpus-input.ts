import type { ProbedVideo } from '../probe.ts'

export interface Expected {
  kind?: 'video' | 'audio'
  /** Displayed size, `320x180`. */
  size?: string
  seconds?: number
  /** The video is copied, not encoded. */
  isCopied?: boolean
  isAudioCopied?: boolean
  video?: Partial<ProbedVideo>
  audioTracks?: number
  textTracks?: number
  reasons?: readonly string[]
  /** The file must be refused with this message. */
  refused?: RegExp
}

/** How a file is made: by ffmpeg, from other files, or byte by byte. */
export type Recipe =
  /** One behind the other, byte for byte. */
  | { joined: readonly string[] }
  | { ffmpeg: string }
  | { from: string; change: (bytes: Buffer) => Buffer }
  | { bytes: () => Buffer }

export interface CorpusInput {
  name: string
  recipe: Recipe
  expected: Expected
}

/** Placeholder for the targets of hostile files; set when the files are made. */
export interface Targets {
  /** A valid media file that no input may reach. */
  file: string
  /** The address of a local server. */
  address: string
}
