import { type ByteRange, RangeNotSatisfiable } from './storage.ts'

/** The existing bytes of a range, both ends inclusive; `end` is before `start` when there are none. */
export const withinBytes = (
  key: string,
  totalBytes: number,
  range: ByteRange | undefined,
): { start: number; end: number } => {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? totalBytes - 1, totalBytes - 1)
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(range?.end ?? 0)
  if (!isWhole || start < 0 || (range && (start >= totalBytes || end < start)))
    throw new RangeNotSatisfiable(key, totalBytes)
  return { start, end }
}
