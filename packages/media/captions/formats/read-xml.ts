export interface XmlElement {
  /** Without its prefix: `p` of `<tt:p>`. */
  name: string
  /** Names without prefixes: `begin`, `fontStyle`. */
  attributes: ReadonlyMap<string, string>
  children: (XmlElement | string)[]
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const codePointMax = 0x10_ff_ff

/** Only the five entities of XML and those with numbers: others would be declared, and could grow without end. */
const unescape = (text: string) =>
  text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{1,8});/gi, (all, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? ''
    const hex = /^#x/i.test(entity)
    const code = Number.parseInt(entity.slice(hex ? 2 : 1), hex ? 16 : 10)
    return code > 0 && code <= codePointMax ? String.fromCodePoint(code) : ''
  })

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

const attributesOf = (text: string) => {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(
    /([\w:.-]{1,80})\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ))
    attributes.set(withoutPrefix(name), unescape(double ?? single ?? ''))
  return attributes
}

const depthMax = 64
const elementsMax = 500_000

interface Piece {
  kind: 'tag' | 'text' | 'other'
  text: string
  next: number
}

/** What goes on to these letters, or to the end of the text. */
const upTo = (text: string, from: number, end: string) => {
  const place = text.indexOf(end, from)
  return place < 0 ? text.length : place + end.length
}

const endOfTag = (text: string, from: number) => {
  let quote = ''
  for (let place = from; place < text.length; place += 1) {
    const letter = text[place] ?? ''
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return place + 1
  }
  return text.length
}

const endOfDeclaration = (text: string, from: number) => {
  const end = upTo(text, from, '>')
  const bracket = text.slice(from, end).indexOf('[')
  return bracket < 0 ? end : upTo(text, upTo(text, from + bracket, ']'), '>')
}

const cdata = '<![CDATA['

/** Looks at each letter once, however the text was made. */
const pieceAt = (text: string, place: number): Piece => {
  const piece = (kind: Piece['kind'], next: number) => ({
    kind,
    text: text.slice(place, next),
    next,
  })
  if (text[place] !== '<') {
    const next = text.indexOf('<', place)
    return piece('text', next < 0 ? text.length : next)
  }
  if (text.startsWith('<!--', place)) return piece('other', upTo(text, place + 4, '-->'))
  if (text.startsWith('<?', place)) return piece('other', upTo(text, place, '?>'))
  if (text.startsWith(cdata, place)) {
    const next = upTo(text, place, ']]>')
    return {
      kind: 'text',
      text: text.slice(place + cdata.length, next - 3).replaceAll('&', '&amp;'),
      next,
    }
  }
  if (text.startsWith('<!', place)) return piece('other', endOfDeclaration(text, place))
  return piece('tag', endOfTag(text, place))
}

/** The name of the first element without its prefix; empty where the text does not begin as XML does. */
export const rootNameOf = (text: string): string => {
  let place = text.length - text.trimStart().length
  while (text[place] === '<') {
    const { kind, text: piece, next } = pieceAt(text, place)
    if (kind === 'tag') return withoutPrefix(/^<([\w:.-]{1,80})/.exec(piece)?.[1] ?? '')
    place = next
    while (place < text.length && (text[place] ?? '').trim() === '') place += 1
  }
  return ''
}

/** The elements of an XML text; undefined where it is none. Nothing it names is opened. */
export const readXml = (text: string): XmlElement | undefined => {
  const root: XmlElement = { name: '', attributes: new Map(), children: [] }
  const open = [root]
  let elements = 0
  for (let place = 0; place < text.length;) {
    const { kind, text: piece, next } = pieceAt(text, place)
    place = next
    const inner = open.at(-1) ?? root
    if (kind === 'text') inner.children.push(unescape(piece))
    if (kind !== 'tag') continue
    const [, slash, given = ''] = /^<(\/?)([\w:.-]{1,80})/.exec(piece) ?? []
    const name = withoutPrefix(given)
    if (slash === '/') {
      const opened = open.findLastIndex((element) => element.name === name)
      if (opened > 0) open.length = opened
    } else if (name !== '') {
      const attributes = attributesOf(piece.slice(1 + given.length, -1))
      const element: XmlElement = { name, attributes, children: [] }
      elements += 1
      if (elements > elementsMax) return undefined
      inner.children.push(element)
      if (!piece.endsWith('/>') && open.length < depthMax) open.push(element)
    }
  }
  return root.children.find((child): child is XmlElement => typeof child !== 'string')
}

/** All elements of a name, wherever they are. */
export const elementsOf = function* (
  element: XmlElement,
  name: string,
): Generator<XmlElement, void, undefined> {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (child.name === name) yield child
    yield* elementsOf(child, name)
  }
}
