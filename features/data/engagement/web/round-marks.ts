import { formatLength } from '@playhead/domain/format.ts'

const secondsBetween = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600]
const marksMax = 12

/** The parts of equal length that start at a round time: `0:00`, `5:00`, `10:00`. */
export const roundMarks = (partMs: number, parts: number): Map<number, string> => {
  const lengthMs = partMs * parts
  const fitting = secondsBetween.find((seconds) => lengthMs / (seconds * 1_000) <= marksMax)
  const stepMs = (fitting ?? Math.ceil(lengthMs / marksMax / 3_600_000) * 3_600) * 1_000
  const marks = new Map<number, string>()
  for (let ms = 0; ms < lengthMs; ms += stepMs) marks.set(Math.floor(ms / partMs), formatLength(ms))
  return marks
}
