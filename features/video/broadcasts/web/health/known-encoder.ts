import type { Encoder } from '../connect/encoder-steps.ts'

interface KnownEncoder {
  /** In sentences: `OBS`. */
  name: string
  /** With its version where it says one. */
  title: string
  steps: Encoder
}

/** `obs-output module (libobs version 31.0.0)`, `Lavf61.7.100`; ffmpeg says the version of its library alone. */
export const knownEncoderOf = (said: string): KnownEncoder | undefined => {
  const obs = /\b(?:libobs version|obs)\s+(\d+\.\d+)/i.exec(said)
  if (obs) return { name: 'OBS', title: `OBS ${obs[1]}`, steps: 'obs' }
  if (/^Lavf\d/.test(said)) return { name: 'ffmpeg', title: `ffmpeg (${said})`, steps: 'ffmpeg' }
  return undefined
}
