import { escapeText } from '../clean-markup.ts'
import type { Cue } from '../cue.ts'
import { elementsOf, readXml, rootNameOf, type XmlElement } from './read-xml.ts'

export const isTtml = (text: string) => rootNameOf(text).toLowerCase() === 'tt'

interface Rates {
  frames: number
  /** Parts of a frame. */
  subFrames: number
  ticks: number
}

const numberOf = (text: string | undefined, otherwise: number) => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : otherwise
}

const ratesOf = ({ attributes }: XmlElement): Rates => {
  const stated = attributes.get('frameRate')
  const [over = 1, under = 1] = (attributes.get('frameRateMultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number)
  const frames = numberOf(stated, 30) * numberOf(String(over / under), 1)
  const subFrames = numberOf(attributes.get('subFrameRate'), 1)
  const usualTicks = stated === undefined ? 1 : frames * subFrames
  return { frames, subFrames, ticks: numberOf(attributes.get('tickRate'), usualTicks) }
}

const clock = /^(\d{2,}):(\d\d):(\d\d)(?:[.,](\d+)|:(\d{1,3})(?:\.(\d+))?)?$/
const offset = /^(\d+(?:\.\d+)?)(h|ms|m|s|f|t)$/

const secondsOf = (given: string | undefined, rates: Rates): number | undefined => {
  const text = given?.trim() ?? ''
  const [, value, unit = ''] = offset.exec(text) ?? []
  if (value !== undefined) {
    const units: Record<string, number> = {
      h: 3600,
      m: 60,
      s: 1,
      ms: 0.001,
      f: 1 / rates.frames,
      t: 1 / rates.ticks,
    }
    return Number(value) * (units[unit] ?? 0)
  }
  const [, hours, minutes, seconds, fraction, frames = '0', subFrames = '0'] =
    clock.exec(text) ?? []
  if (seconds === undefined) return undefined
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (fraction !== undefined) return whole + Number(`0.${fraction}`)
  return whole + (Number(frames) + Number(subFrames) / rates.subFrames) / rates.frames
}

interface Span {
  start: number
  end: number
}

/** Times of an element count from the start of the one around it, and end with it. */
const spanOf = ({ attributes }: XmlElement, around: Span, rates: Rates): Span => {
  const start = around.start + (secondsOf(attributes.get('begin'), rates) ?? 0)
  const end = secondsOf(attributes.get('end'), rates)
  const duration = secondsOf(attributes.get('dur'), rates)
  const ends = [
    around.end,
    ...(end === undefined ? [] : [around.start + end]),
    ...(duration === undefined ? [] : [start + duration]),
  ]
  return { start, end: Math.min(...ends) }
}

interface Sheet {
  rates: Rates
  styles: ReadonlyMap<string, XmlElement>
  /** Regions at the top of the picture. */
  high: ReadonlySet<string>
}

const sheetOf = (document: XmlElement): Sheet => {
  const byId = (name: string) =>
    [...elementsOf(document, name)].flatMap((element) => {
      const id = element.attributes.get('id')
      return id === undefined ? [] : [[id, element] as const]
    })
  const high = byId('region').filter(([, region]) => {
    const own = [region, ...elementsOf(region, 'style')]
    const valueOf = (name: string) =>
      own.map(({ attributes }) => attributes.get(name)).find((value) => value !== undefined)
    const [, top] = (valueOf('origin') ?? '').trim().split(/\s+/)
    const isUpper = top?.endsWith('%') === true && Number.parseFloat(top) < 40
    return valueOf('displayAlign') === 'before' && (top === undefined || isUpper)
  })
  return {
    rates: ratesOf(document),
    styles: new Map(byId('style')),
    high: new Set(high.map(([id]) => id)),
  }
}

/** Of the element itself, or of a style that it names. */
const styled = (element: XmlElement, { styles }: Sheet, name: string): string | undefined => {
  const own = element.attributes.get(name)
  if (own !== undefined) return own
  const named = element.attributes.get('style')?.trim().split(/\s+/) ?? []
  return named
    .map((id) => styles.get(id)?.attributes.get(name))
    .findLast((value) => value !== undefined)
}

const marksOf = (element: XmlElement, sheet: Sheet) => [
  ...(styled(element, sheet, 'fontWeight') === 'bold' ? ['b'] : []),
  ...(['italic', 'oblique'].includes(styled(element, sheet, 'fontStyle') ?? '') ? ['i'] : []),
  ...(styled(element, sheet, 'textDecoration') === 'underline' ? ['u'] : []),
]

interface Written {
  text: string
  span: Span
}

/** What a paragraph says: parts with times of their own come apart. */
const writtenOf = (element: XmlElement, span: Span, sheet: Sheet): Written[] => {
  const parts: Written[] = []
  const add = (text: string, own: Span) => {
    const last = parts.at(-1)
    if (last && last.span.start === own.start && last.span.end === own.end) last.text += text
    else parts.push({ text, span: own })
  }
  const marks = marksOf(element, sheet)
  for (const child of element.children) {
    if (typeof child === 'string') add(escapeText(child.replaceAll(/\s+/g, ' ')), span)
    else if (child.name === 'br') add('\n', span)
    else if (child.name === 'span')
      for (const part of writtenOf(child, spanOf(child, span, sheet.rates), sheet))
        add(part.text, part.span)
  }
  const wrap = (text: string) =>
    text.trim() === ''
      ? text
      : `${marks.map((mark) => `<${mark}>`).join('')}${text}${marks
          .toReversed()
          .map((mark) => `</${mark}>`)
          .join('')}`
  return parts.map(({ text, span: own }) => ({ text: wrap(text), span: own }))
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.replaceAll(/<[^>]*>/g, '').trim() !== '' || line !== '')
    .join('\n')
    .trim()

/** Timed text as broadcasters and streaming services use it: TTML, DFXP, IMSC, EBU-TT. Pictures of text are left out. */
export const readTtml = (text: string): Cue[] => {
  const document = readXml(text)
  if (!document) return []
  const sheet = sheetOf(document)
  const cues: Cue[] = []
  const walk = (element: XmlElement, around: Span, region: string | undefined) => {
    const span = spanOf(element, around, sheet.rates)
    const own = element.attributes.get('region') ?? region
    if (element.name === 'p') {
      const settings = own !== undefined && sheet.high.has(own) ? 'line:0' : undefined
      for (const part of writtenOf(element, span, sheet)) {
        const shown = linesOf(part.text)
        const { start, end } = part.span
        if (shown === '' || !(end > start) || end === Infinity) continue
        cues.push({ start, end, text: shown, ...(settings && { settings }) })
      }
      return
    }
    for (const child of element.children) if (typeof child !== 'string') walk(child, span, own)
  }
  for (const body of elementsOf(document, 'body'))
    walk(body, { start: 0, end: Infinity }, undefined)
  return cues
}
