import { open, type FileHandle } from 'node:fs/promises'
import type { VideoTimeline } from '../video-timeline.ts'

const windowBytes = 4096
const unit = { slice: 1, instantSlice: 5, parameters: 7 } as const

/**
 * Which of the frames that the file marks as keyframes really are: instantaneous refresh frames
 * under the parameters of the whole track. Other frames may be referenced across.
 */
export const trueKeys = async (
  path: string,
  timeline: VideoTimeline,
  keys: readonly number[],
): Promise<number[]> => {
  const { avc } = timeline.track.description ?? {}
  const lengthBytes = ((avc?.[4] ?? 3) & 3) + 1
  const parameters = avc && firstParameters(avc)
  if (!parameters) return []
  const wanted = new Set(keys)
  const handle = await open(path)
  try {
    const found: number[] = []
    for (const [place, ticks] of timeline.syncTicks.entries()) {
      if (!wanted.has(ticks)) continue
      const sample = timeline.syncSamples[place] ?? 0
      const at = timeline.samples.offsets[sample] ?? 0
      const size = timeline.samples.sizes[sample] ?? 0
      if (await beginsAnew(handle, { at, size, lengthBytes, parameters })) found.push(ticks)
    }
    return found
  } finally {
    await handle.close()
  }
}

/** The first sequence parameter set of an avcC. */
function firstParameters(avc: Buffer): Buffer | undefined {
  if (avc.length < 8 || ((avc[5] ?? 0) & 0x1f) === 0) return undefined
  const size = avc.readUInt16BE(6)
  return size > 0 && 8 + size <= avc.length ? avc.subarray(8, 8 + size) : undefined
}

interface Frame {
  at: number
  size: number
  lengthBytes: number
  parameters: Buffer
}

async function beginsAnew(handle: FileHandle, frame: Frame): Promise<boolean> {
  const { at, size, lengthBytes, parameters } = frame
  const buffer = Buffer.alloc(windowBytes)
  let [windowStart, filled] = [0, 0]
  for (let place = 0; place + lengthBytes < size;) {
    const isInside = place >= windowStart && place + lengthBytes + 1 <= windowStart + filled
    if (!isInside) {
      windowStart = place
      filled = (await handle.read(buffer, 0, windowBytes, at + place)).bytesRead
      if (filled <= lengthBytes) return false
    }
    const inside = place - windowStart
    const length = buffer.readUIntBE(inside, lengthBytes)
    const type = (buffer[inside + lengthBytes] ?? 0) & 0x1f
    if (type === unit.instantSlice) return true
    if (type >= unit.slice && type < unit.instantSlice) return false
    if (type === unit.parameters) {
      const start = inside + lengthBytes
      // A parameter set that exceeds the window differs from the track's first one.
      if (!buffer.subarray(start, Math.min(filled, start + length)).equals(parameters)) return false
    }
    place += lengthBytes + length
  }
  return false
}
