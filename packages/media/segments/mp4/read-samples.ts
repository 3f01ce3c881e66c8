import type { FileHandle } from 'node:fs/promises'
import type { SampleTable } from './sample-table.ts'

/** Samples of other tracks are in between: reading over a gap of this size is cheaper than another read. */
const gapBytesMax = 32 * 1024
/** The most that is read in addition to the required bytes. */
const readBytesMax = 2 * 1024 * 1024
const segmentBytesMax = 512 * 1024 * 1024

/** The total size of samples [from, to) in bytes. */
export const bytesOfSamples = ({ sizes }: SampleTable, from: number, to: number): number => {
  let total = 0
  for (let sample = from; sample < to; sample += 1) total += sizes[sample] ?? 0
  if (total > segmentBytesMax) throw new RangeError('A segment is larger than it can be.')
  return total
}

/** The bytes of samples [from, to) in decoding order, after a header. */
export const readSamples = async (
  handle: FileHandle,
  table: SampleTable,
  { from, to, head }: { from: number; to: number; head?: Buffer },
): Promise<Buffer> => {
  const headBytes = head?.length ?? 0
  const whole = Buffer.allocUnsafe(headBytes + bytesOfSamples(table, from, to))
  head?.copy(whole)
  let filled = headBytes
  for (let sample = from; sample < to;) {
    const start = table.offsets[sample] ?? 0
    let last = sample
    let end = start + (table.sizes[sample] ?? 0)
    let kept = end - start
    while (last + 1 < to) {
      const offset = table.offsets[last + 1] ?? 0
      const size = table.sizes[last + 1] ?? 0
      if (offset < end || offset > end + gapBytesMax || offset + size - start > readBytesMax) break
      last += 1
      end = offset + size
      kept += size
    }
    const isWithoutGaps = kept === end - start
    const bytes = isWithoutGaps
      ? whole.subarray(filled, filled + kept)
      : Buffer.allocUnsafe(end - start)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
    // A truncated file must not leave uninitialised memory in the buffer.
    if (bytesRead < bytes.length) bytes.fill(0, bytesRead)
    if (isWithoutGaps) filled += kept
    else
      for (let one = sample; one <= last; one += 1) {
        const place = (table.offsets[one] ?? 0) - start
        filled += bytes.copy(whole, filled, place, place + (table.sizes[one] ?? 0))
      }
    sample = last + 1
  }
  return whole
}
