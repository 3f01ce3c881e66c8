import type { FileHandle } from 'node:fs/promises'
import type { SampleTable } from './sample-table.ts'

/** Other tracks lie between: reading over this much of them is cheaper than another read. */
const gapBytesMax = 32 * 1024
const readBytesMax = 64 * 1024 * 1024

/** The bytes of samples [from, to), one after the other in the order of decoding. */
export async function readSamples(
  handle: FileHandle,
  table: SampleTable,
  from: number,
  to: number,
): Promise<Buffer> {
  let total = 0
  for (let sample = from; sample < to; sample += 1) total += table.sizes[sample] ?? 0
  if (total > segmentBytesMax) throw new RangeError('A segment is larger than it can be.')
  const whole = Buffer.allocUnsafe(total)
  let filled = 0
  for (let sample = from; sample < to;) {
    const start = table.offsets[sample] ?? 0
    let last = sample
    let end = start + (table.sizes[sample] ?? 0)
    while (last + 1 < to) {
      const offset = table.offsets[last + 1] ?? 0
      const next = offset + (table.sizes[last + 1] ?? 0)
      if (offset < end || offset > end + gapBytesMax || next - start > readBytesMax) break
      last += 1
      end = next
    }
    const bytes = Buffer.allocUnsafe(end - start)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
    // What a file that ends too early lacks must not be filled with what memory held before.
    if (bytesRead < bytes.length) bytes.fill(0, bytesRead)
    for (; sample <= last; sample += 1) {
      const place = (table.offsets[sample] ?? 0) - start
      filled += bytes.copy(whole, filled, place, place + (table.sizes[sample] ?? 0))
    }
  }
  return whole
}

const segmentBytesMax = 512 * 1024 * 1024
