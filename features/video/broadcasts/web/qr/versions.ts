interface Version {
  number: number
  /** Correction words of each block, at the level that repairs 15 %. */
  correction: number
  /** Data words of each block. */
  blocks: readonly number[]
  /** The centres of the small squares, in both directions. */
  alignment: readonly number[]
}

const times = (count: number, words: number) => Array<number>(count).fill(words)

/** The sizes that an address needs; larger ones are hard to scan from a screen. */
const versions: readonly Version[] = [
  { number: 1, correction: 10, blocks: [16], alignment: [] },
  { number: 2, correction: 16, blocks: [28], alignment: [6, 18] },
  { number: 3, correction: 26, blocks: [44], alignment: [6, 22] },
  { number: 4, correction: 18, blocks: times(2, 32), alignment: [6, 26] },
  { number: 5, correction: 24, blocks: times(2, 43), alignment: [6, 30] },
  { number: 6, correction: 16, blocks: times(4, 27), alignment: [6, 34] },
  { number: 7, correction: 18, blocks: times(4, 31), alignment: [6, 22, 38] },
  { number: 8, correction: 22, blocks: [...times(2, 38), ...times(2, 39)], alignment: [6, 24, 42] },
  { number: 9, correction: 22, blocks: [...times(3, 36), ...times(2, 37)], alignment: [6, 26, 46] },
  { number: 10, correction: 26, blocks: [...times(4, 43), 44], alignment: [6, 28, 50] },
  { number: 11, correction: 30, blocks: [50, ...times(4, 51)], alignment: [6, 30, 54] },
  {
    number: 12,
    correction: 22,
    blocks: [...times(6, 36), ...times(2, 37)],
    alignment: [6, 32, 58],
  },
  { number: 13, correction: 22, blocks: [...times(8, 37), 38], alignment: [6, 34, 62] },
]

const wordsOf = ({ blocks }: Version) => blocks.reduce((sum, words) => sum + words, 0)

/** The mode and the length come before the bytes. */
const lengthBitsOf = ({ number }: Version) => (number < 10 ? 8 : 16)

const fits = (version: Version, bytes: number) =>
  4 + lengthBitsOf(version) + 8 * bytes <= 8 * wordsOf(version)

/** The smallest one; undefined when the text is too long for any. */
export const versionFor = (bytes: number) => {
  const found = versions.find((version) => fits(version, bytes))
  return found && { ...found, words: wordsOf(found), lengthBits: lengthBitsOf(found) }
}

export type ChosenVersion = NonNullable<ReturnType<typeof versionFor>>
