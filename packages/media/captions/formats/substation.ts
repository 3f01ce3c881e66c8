import type { Cue } from '../cue.ts'
import { escapeText } from '../clean-markup.ts'

const defaultFields = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
]
const time = /^(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.:,](\d{1,3}))?$/

const secondsOf = (text: string) => {
  const [, hours, minutes, seconds, fraction = '0'] = time.exec(text.trim()) ?? []
  if (seconds === undefined) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}

/** Alignments are places of a number pad. */
const settingsOf = (place: number) => {
  const row = Math.ceil(place / 3)
  const column = place % 3
  return [
    ...(row === 3 ? ['line:0'] : row === 2 ? ['line:50%'] : []),
    ...(column === 1 ? ['align:start'] : column === 0 ? ['align:end'] : []),
  ].join(' ')
}

const marks = ['b', 'i', 'u'] as const
type Mark = (typeof marks)[number]

const toggle = /\\(b|i|u)(\d{0,3})(?![\w])/g

/** The text of one line with the marks that WebVTT has. */
const textOf = (given: string): { text: string; place: number | undefined } => {
  let text = ''
  let place: number | undefined
  let isDrawing = false
  let on: Mark[] = []
  const write = (next: Mark[]) => {
    text += on
      .toReversed()
      .map((mark) => `</${mark}>`)
      .join('')
    text += next.map((mark) => `<${mark}>`).join('')
    on = next
  }
  for (const part of given.split(/(\{[^{}]*\})/)) {
    if (!part.startsWith('{') || !part.endsWith('}')) {
      if (!isDrawing) text += escapeText(part)
      continue
    }
    place = Number(/\\an([1-9])/.exec(part)?.[1] ?? place) || place
    // Drawings are written as text.
    const [, drawing] = /\\p(\d)(?!\w)/.exec(part) ?? []
    if (drawing !== undefined) isDrawing = drawing !== '0'
    let next = /\\r/.test(part) ? [] : on
    for (const [, mark, value] of part.matchAll(toggle)) {
      const isOn = value !== '' && value !== '0'
      next = marks.filter((one) => (one === mark ? isOn : next.includes(one)))
    }
    if (next.join() !== on.join()) write(next)
  }
  write([])
  return { text, place }
}

/** Lines are \N, spaces that do not break are \h. */
const linesOf = (text: string) =>
  text
    .replaceAll(/\\[Nn]/g, '\n')
    .replaceAll(String.raw`\h`, '\u00a0')
    .replaceAll(/<(b|i|u)>(\s*)<\/\1>/g, '$2')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

export const isSubStation = (text: string) =>
  /^\s*\[script info\]/i.test(text) || /^\[events\]\s*$/im.test(text)

/** The dialogue of SubStation Alpha, old and advanced. What its styles draw is left out; places and plain marks are kept. */
export const readSubStation = (text: string): Cue[] => {
  let section = ''
  let fields = defaultFields
  const seen = new Set<string>()
  const cues: Cue[] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, title] = /^\s*\[([^\]]{1,60})\]\s*$/.exec(line) ?? []
    if (title !== undefined) section = title.toLowerCase()
    if (section !== 'events') continue
    if (/^format\s*:/i.test(line))
      fields = line
        .slice(line.indexOf(':') + 1)
        .split(',')
        .map((field) => field.trim().toLowerCase())
    if (!/^dialogue\s*:/i.test(line)) continue
    const values = line.slice(line.indexOf(':') + 1).split(',')
    const valueOf = (name: string) => values[fields.indexOf(name)] ?? ''
    const [start, end] = [secondsOf(valueOf('start')), secondsOf(valueOf('end'))]
    // The text is the last field and has commas of its own.
    const said = textOf(values.slice(fields.length - 1).join(','))
    const shown = linesOf(said.text)
    if (start === undefined || end === undefined || end <= start || shown === '') continue
    const settings = said.place === undefined ? '' : settingsOf(said.place)
    // Layers draw the same words several times: outline, shadow, face.
    const key = `${start} ${end} ${shown}`
    if (seen.has(key)) continue
    seen.add(key)
    cues.push({ start, end, text: shown, ...(settings !== '' && { settings }) })
  }
  return cues
}
