import type { PDFDocument } from 'pdfkit'
import type { Weight } from '../fonts/font-files.ts'
import { readFont } from '../fonts/read-font.ts'
import type { FontSet, Run } from '../fonts/font-set.ts'
import { breakLines } from './break-lines.ts'

/** A4 in points, and what is left of it. */
export const sheet = {
  width: 595.28,
  height: 841.89,
  left: 52,
  right: 543.28,
  top: 52,
  bottom: 770,
} as const

export const colors = {
  ink: '#16181d',
  quiet: '#5c6370',
  rule: '#d5d8de',
  strong: '#16181d',
} as const

export interface Style {
  size?: number
  weight?: Weight
  color?: string
  /** Of the given `x`: it is where the text starts, or where it ends. */
  align?: 'start' | 'end'
}

export interface Paper {
  document: PDFDocument
  widthOf(text: string, style?: Style): number
  /** One line, its baseline at `y`. */
  write(text: string, x: number, y: number, style?: Style): void
  /** The lines that fit into a width. */
  linesOf(text: string, width: number, style?: Style): string[]
  rule(y: number, from?: number): void
}

const normalSize = 9

/** Letters stay whole: fontkit takes some apart into signs that a reader of PDFs cannot read back. */
const features = { ccmp: false }

/** One line of text: other forms of the same letters become the usual ones, and what is no letter a space. */
const plain = (text: string) => text.normalize('NFC').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')

export const openPaper = (document: PDFDocument, fonts: FontSet): Paper => {
  const registered = new Set<string>()
  const choose = (file: string) => {
    if (!registered.has(file)) document.registerFont(file, readFont(file))
    registered.add(file)
    document.font(file)
  }
  /** Lines are tried word by word, so the same text is measured many times. */
  const widths = new Map<string, number>()
  const widthOfRun = ({ file, text }: Run, size: number) => {
    const key = `${file} ${size} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    choose(file)
    const width = document.widthOfString(text, { features })
    widths.set(key, width)
    return width
  }
  const runsOf = (text: string, { weight = 400, size = normalSize }: Style) => {
    document.fontSize(size)
    return fonts
      .runsOf(plain(text), weight)
      .map((run) => ({ ...run, width: widthOfRun(run, size) }))
  }
  const widthOf = (text: string, style: Style = {}) =>
    runsOf(text, style).reduce((sum, { width }) => sum + width, 0)
  return {
    document,
    widthOf,
    write: (text, x, y, style = {}) => {
      const runs = runsOf(text, style)
      const whole = runs.reduce((sum, { width }) => sum + width, 0)
      let at = style.align === 'end' ? x - whole : x
      for (const run of runs) {
        choose(run.file)
        document
          .fillColor(style.color ?? colors.ink)
          .text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', features })
        at += run.width
      }
    },
    linesOf: (text, width, style = {}) => {
      const whole = plain(text)
      // The error about a letter without a font names the whole text, not a word of it.
      fonts.runsOf(whole, style.weight ?? 400)
      return breakLines(whole, width, (part) => widthOf(part, style))
    },
    rule: (y, from = sheet.left) => {
      document
        .lineWidth(0.6)
        .strokeColor(colors.rule)
        .moveTo(from, y)
        .lineTo(sheet.right, y)
        .stroke()
    },
  }
}
