const kept = new Set(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt'])
const inSubRip = new Set(['b', 'i', 'u'])
const timestamp = /^(\d+:)?\d\d:\d\d\.\d{3}$/
const entity = /^&(lt|gt|amp|nbsp|lrm|rlm|#\d{1,7}|#x[\da-f]{1,6});/i

const escape = (letter: string) => (letter === '<' ? '&lt;' : letter === '>' ? '&gt;' : '&amp;')

/** A text without markup as WebVTT writes it. */
export const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, escape)

const tagMax = 200

/** The tag in its allowed form, an empty text when it is dropped, or undefined when this is no tag. */
const readTag = (text: string, place: number, format: 'webvtt' | 'subrip') => {
  const near = text.slice(place, place + tagMax)
  const end = near.indexOf('>')
  if (end === -1) return undefined
  const inner = near.slice(1, end)
  if (inner.includes('<')) return undefined
  const [, slash = '', name = '', rest = ''] = /^(\/?)([A-Za-z]*)(.*)$/s.exec(inner) ?? []
  const length = end + 1
  if (format === 'webvtt' && timestamp.test(inner)) return { length, tag: `<${inner}>` }
  const lower = name.toLowerCase()
  if (lower === '') return inner.startsWith('/') ? { length, tag: '' } : undefined
  const isKept = format === 'webvtt' ? kept.has(lower) : inSubRip.has(lower)
  if (!isKept) return { length, tag: '' }
  const detail = format === 'webvtt' && slash === '' ? rest.replaceAll(/[&<>\n]/g, '') : ''
  return { length, tag: `<${slash}${lower}${detail}>` }
}

/** Keeps the markup that WebVTT players support, drops other tags, and escapes plain text. */
export const cleanMarkup = (text: string, format: 'webvtt' | 'subrip'): string => {
  // Positions and drawings of Advanced SubStation Alpha, which many SubRip files contain.
  const given = format === 'subrip' ? text.replaceAll(/\{\\[^{}\n]{0,200}\}/g, '') : text
  let clean = ''
  let place = 0
  while (place < given.length) {
    const letter = given[place] ?? ''
    const tag = letter === '<' ? readTag(given, place, format) : undefined
    const known = letter === '&' ? entity.exec(given.slice(place, place + 12))?.[0] : undefined
    if (tag) {
      clean += tag.tag
      place += tag.length
    } else if (known !== undefined) {
      clean += known
      place += known.length
    } else {
      clean += letter === '<' || letter === '>' || letter === '&' ? escape(letter) : letter
      place += 1
    }
  }
  return clean
}
