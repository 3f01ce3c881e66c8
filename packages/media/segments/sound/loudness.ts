import type { Media } from '../../find-media.ts'
import { inputArgs } from '../../input-args.ts'
import { runMedia, type RunOptions } from '../../run-media.ts'

/** The target loudness by EBU R 128 and the peak limit of normalised sound. */
const targetLoudness = -16
const peakMax = -1.5
/** The gate of the measurement: quieter sound counts as silence. */
const silence = -70

/** The gain in decibels that brings a whole sound to the target; 0 for silence. A constant gain keeps the dynamics. */
export const measureGain = async (
  media: Media,
  input: { fileName: string; stream: number; seek: readonly string[]; filters: string },
  options: RunOptions,
): Promise<number> => {
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

/** Parses the summary at the end of a measurement. */
export const gainOf = (report: string): number => {
  const summary = report.slice(Math.max(0, report.lastIndexOf('Summary:')))
  const loudness = Number(/\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN)
  const peak = Number(/\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN)
  if (!Number.isFinite(loudness) || loudness <= silence) return 0
  const wanted = targetLoudness - loudness
  return Number.isFinite(peak) ? Math.min(wanted, peakMax - peak) : wanted
}
