import type { create, Font } from 'fontkit'
import { UnprintableText, UnusableFont } from '../unprintable-text.ts'
import { type Family, familyFiles, type Weight } from './font-files.ts'
import { readFont } from './read-font.ts'

/** Letters that follow each other in one font. */
export interface Run {
  text: string
  /** The file of the font, its name too. */
  file: string
}

export interface FontSet {
  /** Throws UnprintableText. */
  runsOf(text: string, weight: Weight): Run[]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const spaceCode = 0x20
const eastern: readonly Family[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']
const familyOfCountry: Record<string, Family> = { JP: 'noto-sans-jp', KR: 'noto-sans-kr' }

/** Chinese characters look different in Japan and Korea: what else is in the text says where it is from, or the country. */
const familiesFor = (text: string, country: string | null): Family[] => {
  const first = /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)
    ? 'noto-sans-jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : familyOfCountry[country ?? '']
  return ['noto-sans', ...(first ? [first] : []), ...eastern.filter((family) => family !== first)]
}

const openedFonts = new Map<string, Font>()
const openFont = (createFont: typeof create, file: string) => {
  const known = openedFonts.get(file)
  if (known) return known
  const font = createFont(readFont(file))
  openedFonts.set(file, font)
  return font
}

/** `fontFile` is asked last: a font of the operator for letters that the others lack. */
export const openFontSet = async (
  country: string | null,
  fontFile: string | undefined,
): Promise<FontSet> => {
  // Only a process that writes invoices loads it.
  const { create: createFont } = await import('fontkit')
  const hasAll = (file: string, codePoints: number[]) => {
    const font = openFont(createFont, file)
    return codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))
  }
  const ownFont =
    fontFile === undefined
      ? undefined
      : (codePoints: number[]) => {
          try {
            return hasAll(fontFile, codePoints)
          } catch (error) {
            throw new UnusableFont(fontFile, error)
          }
        }
  const search = (grapheme: string, families: Family[], weight: Weight) => {
    const codePoints = Array.from(grapheme, (letter) => letter.codePointAt(0)!)
    for (const family of families) {
      const { partsWith, fileOf } = familyFiles(family)
      for (const part of partsWith(codePoints[0]!)) {
        const file = fileOf(part, weight)
        if (hasAll(file, codePoints)) return file
      }
    }
    return ownFont?.(codePoints) ? fontFile : undefined
  }
  /** An invoice has the same letters many times. */
  const files = new Map<string, string | undefined>()
  const fileFor = (grapheme: string, families: Family[], weight: Weight) => {
    const key = `${weight} ${families[1]} ${grapheme}`
    if (!files.has(key)) files.set(key, search(grapheme, families, weight))
    return files.get(key)
  }
  return {
    runsOf: (text, weight) => {
      const families = familiesFor(text, country)
      const runs: Run[] = []
      const missing = new Set<string>()
      for (const { segment } of graphemes.segment(text)) {
        const last = runs.at(-1)
        const isSpaceOfLast = last && segment === ' ' && hasAll(last.file, [spaceCode])
        const file = isSpaceOfLast ? last.file : fileFor(segment, families, weight)
        if (file === undefined) missing.add(segment)
        else if (last?.file === file) last.text += segment
        else runs.push({ text: segment, file })
      }
      if (missing.size > 0) throw new UnprintableText([...missing], text)
      return runs
    },
  }
}
