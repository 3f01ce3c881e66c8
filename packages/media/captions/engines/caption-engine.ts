import type { Cue } from '../cue.ts'

interface Speech {
  folder: string
  /** A file in the folder: one channel, 16 bits, 16,000 samples a second. */
  fileName: string
  seconds: number
  /** A code such as `en`, or `auto`. */
  language: string
  signal?: AbortSignal | undefined
}

interface Transcript {
  cues: Cue[]
  /** The detected language, if the engine reports it. */
  language?: string | undefined
}

/** A local program that transcribes speech. */
export interface CaptionEngine {
  name: string
  transcribe(speech: Speech): Promise<Transcript>
}
