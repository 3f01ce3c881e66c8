import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

export const weights = [400, 600] as const
export type Weight = (typeof weights)[number]

export type Family = 'noto-sans' | 'noto-sans-jp' | 'noto-sans-kr' | 'noto-sans-sc'

interface Range {
  from: number
  until: number
  /** The part of the family that has these letters: each is a file per weight. */
  part: string
}

const rangeOf = (text: string, part: string): Range => {
  const [from, until = from] = text.trim().replace(/^U\+/i, '').split('-')
  return { from: Number.parseInt(from!, 16), until: Number.parseInt(until!, 16), part }
}

interface FamilyFiles {
  /** The parts that may have a letter, in their order. */
  partsWith: (codePoint: number) => string[]
  fileOf: (part: string, weight: Weight) => string
}

const opened = new Map<Family, FamilyFiles>()

/** A family is many small files, of which an invoice needs a few. */
export const familyFiles = (family: Family): FamilyFiles => {
  const known = opened.get(family)
  if (known) return known
  const folder = dirname(resolve(`@fontsource/${family}/package.json`))
  const parts = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  const ranges = Object.entries(parts).flatMap(([part, text]) =>
    text.split(',').map((range) => rangeOf(range, part.replaceAll(/[[\]]/g, ''))),
  )
  const files: FamilyFiles = {
    partsWith: (codePoint) =>
      ranges
        .filter(({ from, until }) => from <= codePoint && codePoint <= until)
        .map(({ part }) => part),
    fileOf: (part, weight) => join(folder, 'files', `${family}-${part}-${weight}-normal.woff`),
  }
  opened.set(family, files)
  return files
}
