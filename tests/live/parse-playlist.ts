export interface ParsedPart {
  uri: string
  duration: number
  isIndependent: boolean
}

export interface ParsedSegment {
  msn: number
  /** Undefined for the open one at the end. */
  uri: string | undefined
  duration: number | undefined
  /** Milliseconds. */
  time: number | undefined
  map: string | undefined
  /** It states its own initialisation part. */
  namesMap: boolean
  isDiscontinuity: boolean
  parts: ParsedPart[]
  lines: string[]
}

export interface ParsedPlaylist {
  lines: string[]
  tags: ReadonlyMap<string, string[]>
  segments: ParsedSegment[]
  target: number
  partTarget: number | undefined
  control: Record<string, string>
  mediaSequence: number
  discontinuitySequence: number
  isEvent: boolean
  isEnded: boolean
  skipped: number
  hint: string | undefined
  reports: Record<string, string>[]
}

/** `A=1,B="x,y"` as an object, without the quotes. */
export const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([A-Z0-9-]+)=("[^"]*"|[^,]*)/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('"', ''),
    ]),
  )

const split = (line: string) => {
  const [, name = '', value = ''] = /^#([A-Z0-9-]+):?(.*)$/.exec(line) ?? []
  return { name, value }
}

const ofSegments = new Set([
  'EXTINF',
  'EXT-X-PART',
  'EXT-X-MAP',
  'EXT-X-PROGRAM-DATE-TIME',
  'EXT-X-DISCONTINUITY',
])

/** A media playlist as lines, tags and segments; judges nothing. */
export const parsePlaylist = (text: string): ParsedPlaylist => {
  const lines = text.split('\n')
  const tags = new Map<string, string[]>()
  for (const line of lines) {
    const { name, value } = split(line)
    if (name) tags.set(name, [...(tags.get(name) ?? []), value])
  }
  const one = (name: string) => tags.get(name)?.[0]
  const skipped = Number(attributesOf(one('EXT-X-SKIP') ?? '')['SKIPPED-SEGMENTS'] ?? 0)
  const mediaSequence = Number(one('EXT-X-MEDIA-SEQUENCE') ?? 0)
  const partInf = one('EXT-X-PART-INF')
  return {
    lines,
    tags,
    segments: segmentsOf(lines, mediaSequence + skipped),
    target: Number(one('EXT-X-TARGETDURATION')),
    partTarget: partInf === undefined ? undefined : Number(attributesOf(partInf)['PART-TARGET']),
    control: attributesOf(one('EXT-X-SERVER-CONTROL') ?? ''),
    mediaSequence,
    discontinuitySequence: Number(one('EXT-X-DISCONTINUITY-SEQUENCE') ?? 0),
    isEvent: one('EXT-X-PLAYLIST-TYPE') === 'EVENT',
    isEnded: tags.has('EXT-X-ENDLIST'),
    skipped,
    hint: attributesOf(one('EXT-X-PRELOAD-HINT') ?? '')['URI'],
    reports: (tags.get('EXT-X-RENDITION-REPORT') ?? []).map(attributesOf),
  }
}

const emptySegment = (msn: number, map: string | undefined): ParsedSegment => ({
  msn,
  uri: undefined,
  duration: undefined,
  time: undefined,
  map,
  namesMap: false,
  isDiscontinuity: false,
  parts: [],
  lines: [],
})

function segmentsOf(lines: readonly string[], first: number): ParsedSegment[] {
  const segments: ParsedSegment[] = []
  let segment = emptySegment(first, undefined)
  for (const line of lines) {
    const { name, value } = split(line)
    const isAddress = line !== '' && !line.startsWith('#')
    if (!isAddress && !ofSegments.has(name)) continue
    segment.lines.push(line)
    if (name === 'EXTINF') segment.duration = Number(value.split(',')[0])
    if (name === 'EXT-X-PROGRAM-DATE-TIME') segment.time = Date.parse(value)
    if (name === 'EXT-X-DISCONTINUITY') segment.isDiscontinuity = true
    if (name === 'EXT-X-MAP')
      Object.assign(segment, { map: attributesOf(value)['URI'], namesMap: true })
    if (name === 'EXT-X-PART') {
      const { URI: uri = '', DURATION, INDEPENDENT } = attributesOf(value)
      segment.parts.push({ uri, duration: Number(DURATION), isIndependent: INDEPENDENT === 'YES' })
    }
    if (!isAddress) continue
    segments.push({ ...segment, uri: line })
    segment = emptySegment(segment.msn + 1, segment.map)
  }
  if (segment.lines.length > 0) segments.push(segment)
  return segments
}
