/** Membership test for a set stored as hashes, without its words; 3 in a million other words are false positives. */
export interface WordFilter {
  has: (word: string) => boolean
  readonly size: number
}

const mixed = (hash: number) => {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2_b2_ae_35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A 36-bit hash of a word: FNV-1a with two seeds. */
export const hashOfWord = (word: string) => {
  let [low, high] = [0x81_1c_9d_c5, 0x9e_37_79_b9]
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01_00_01_93)
    high = Math.imul(high ^ code, 0x01_00_01_93)
  }
  return (mixed(high) & 15) * 2 ** 32 + mixed(low)
}

/** Format of a set: its count, the number of low bits, its length in bytes, and then the gaps between sorted hashes. */
const headBytes = 9

const readHashes = (bytes: Uint8Array, count: number, lowBits: number) => {
  const hashes = new Float64Array(count)
  let place = 0
  const bit = () => {
    const value = (bytes[place >> 3]! >> (7 - (place & 7))) & 1
    place += 1
    return value
  }
  let hash = 0
  for (let index = 0; index < count; index += 1) {
    let high = 0
    while (bit() === 1) high += 1
    let low = 0
    for (let read = 0; read < lowBits; read += 1) low = low * 2 + bit()
    hash += high * 2 ** lowBits + low
    hashes[index] = hash
  }
  return hashes
}

const holds = (hashes: Float64Array, hash: number) => {
  let [from, to] = [0, hashes.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (hashes[middle]! < hash) from = middle + 1
    else to = middle
  }
  return hashes[from] === hash
}

/** The sets of a file, in order. */
export const readWordFilters = (file: Uint8Array): WordFilter[] => {
  const filters: WordFilter[] = []
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  for (let at = 0; at < file.length;) {
    const [count, lowBits, length] = [
      view.getUint32(at),
      view.getUint8(at + 4),
      view.getUint32(at + 5),
    ]
    const start = at + headBytes
    const hashes = readHashes(file.subarray(start, start + length), count, lowBits)
    filters.push({ size: count, has: (word) => holds(hashes, hashOfWord(word)) })
    at = start + length
  }
  return filters
}
