import { correctionOf } from './error-correction.ts'
import type { ChosenVersion } from './versions.ts'

const byteMode = 0b0100
const padding = [0b11101100, 0b00010001] as const

const dataWords = (bytes: Uint8Array, { words, lengthBits }: ChosenVersion) => {
  const bits: number[] = []
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1)
  }
  push(byteMode, 4)
  push(bytes.length, lengthBits)
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, words * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const result: number[] = []
  for (let at = 0; at < bits.length; at += 8)
    result.push(bits.slice(at, at + 8).reduce((word, bit) => (word << 1) | bit, 0))
  for (let turn = 0; result.length < words; turn += 1) result.push(padding[turn % 2]!)
  return result
}

/** Takes the first word of each block, then the second …; shorter blocks leave out their last turn. */
const interleaved = (blocks: readonly (readonly number[])[]) => {
  const longest = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    blocks.flatMap((block) => (index < block.length ? [block[index]!] : [])),
  ).flat()
}

/** Data and correction in the order in which they are drawn. */
export const codeWords = (bytes: Uint8Array, version: ChosenVersion): number[] => {
  const data = dataWords(bytes, version)
  let at = 0
  const blocks = version.blocks.map((length) => {
    at += length
    return data.slice(at - length, at)
  })
  return [
    ...interleaved(blocks),
    ...interleaved(blocks.map((block) => correctionOf(block, version.correction))),
  ]
}
