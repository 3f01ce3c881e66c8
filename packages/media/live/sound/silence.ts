import { mediaTimescale } from '../../media-map.ts'

/** Sound that is further behind the picture has stopped, and silence takes its place. */
export const silentAfterTicks = mediaTimescale

/** Writes numbers of some bits one behind the other. */
class BitWriter {
  readonly #bits: number[] = []

  put(value: number, count: number) {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#bits.push((value >> bit) & 1)
    return this
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8))
    for (const [place, bit] of this.#bits.entries())
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (bit << (7 - (place & 7)))
    return bytes
  }
}

const single = 0
const pair = 1
const end = 7

/** One long window without any band. */
const putWindow = (bits: BitWriter) => bits.put(0, 1).put(0, 2).put(0, 1).put(0, 6).put(0, 1)
/** No pulses, no noise shaping, no gain control. */
const putNothing = (bits: BitWriter) => bits.put(0, 3)

/** A packet of AAC-LC in which all samples are zero (ISO 14496-3, 4.4.2): silence in any sample rate. */
export const silentPacket = (channels: number): Buffer => {
  const bits = new BitWriter()
  if (channels === 1) {
    bits.put(single, 3).put(0, 4).put(0, 8)
    putWindow(bits)
    putNothing(bits)
  } else {
    bits.put(pair, 3).put(0, 4).put(1, 1)
    putWindow(bits).put(0, 2)
    for (let channel = 0; channel < 2; channel += 1) {
      bits.put(0, 8)
      putNothing(bits)
    }
  }
  return bits.put(end, 3).bytes()
}
