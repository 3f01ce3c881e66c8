import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { runMedia, type RunOptions } from '../run-media.ts'

/** Loudness by EBU R 128 that normalised sound is brought to, and the peak it stays below. */
export const targetLoudness = -16
export const peakMax = -1.5
/** The gate of the measurement: what is quieter is silence. */
const silence = -70

/** Decibels that bring a whole sound to the target; 0 for silence. One factor for all of it, so dynamics stay. */
export async function measureGain(
  media: Media,
  input: { fileName: string; stream: number; seek: readonly string[]; filters: string },
  options: RunOptions,
): Promise<number> {
  const args = [
    ...input.seek,
    '-copyts',
    ...inputArgs(input.fileName),
    '-map',
    `0:${input.stream}`,
    '-af',
    `${input.filters},ebur128=peak=true:framelog=verbose`,
    '-f',
    'null',
    '-',
  ]
  const { stderrTail } = await runMedia(media, 'ffmpeg', args, { ...options, logLevel: 'info' })
  return gainOf(stderrTail)
}

/** From the summary at the end of a measurement. */
export function gainOf(report: string): number {
  const summary = report.slice(Math.max(0, report.lastIndexOf('Summary:')))
  const loudness = Number(/\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN)
  const peak = Number(/\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN)
  if (!Number.isFinite(loudness) || loudness <= silence) return 0
  const wanted = targetLoudness - loudness
  return Number.isFinite(peak) ? Math.min(wanted, peakMax - peak) : wanted
}
