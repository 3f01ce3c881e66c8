import type { ProbedVideo } from '../probe.ts'

export interface Expected {
  kind?: 'video' | 'audio'
  /** As shown, `320x180`. */
  size?: string
  seconds?: number
  /** Video is copied, not encoded. */
  isCopied?: boolean
  isAudioCopied?: boolean
  video?: Partial<ProbedVideo>
  audioTracks?: number
  textTracks?: number
  reasons?: readonly string[]
  /** Nothing is made of it, and this is said. */
  refused?: RegExp
}

/** How a file comes to be: by ffmpeg, out of another one, or byte by byte. */
export type Recipe =
  | { ffmpeg: string }
  | { from: string; change: (bytes: Buffer) => Buffer }
  | { bytes: () => Buffer }

export interface CorpusInput {
  name: string
  recipe: Recipe
  expected: Expected
}

/** Stands for the addresses that hostile files point at; set when the files are made. */
export interface Targets {
  /** A good media file that no input may lead to. */
  file: string
  /** Of a server on this machine. */
  address: string
}
