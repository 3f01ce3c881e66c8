import type { Cue } from '../cue.ts'

export interface Speech {
  folder: string
  /** In the folder: one channel, 16 bits, 16,000 samples a second. */
  fileName: string
  seconds: number
  /** As in `en`, or `auto`. */
  language: string
  signal?: AbortSignal | undefined
}

export interface Transcript {
  cues: Cue[]
  /** What was heard, where the engine tells. */
  language?: string | undefined
}

/** A program on this machine that writes down what is said. */
export interface CaptionEngine {
  name: string
  transcribe(speech: Speech): Promise<Transcript>
}
