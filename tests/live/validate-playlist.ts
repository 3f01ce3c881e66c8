import { attributesOf, parsePlaylist, type ParsedPlaylist } from './parse-playlist.ts'

/** RFC 8216bis: all parts but the last of a segment are at least this share of the longest. */
const shortestShare = 0.85
const roundingSeconds = 0.002
/** A frame that spans the end of a part makes the parts of its segment a little shorter than the segment. */
const unevenSeconds = 0.1
const wallMsMax = 60

/** Where a lower rendition goes on as copies of the source, only its initialisation part is another. */
const isLower = (map = '') => /(^|\/)\d+p\//.test(map)

type Problem = string | false

const problemsIn = (...problems: Problem[]) => problems.filter((problem) => problem !== false)

/** What is wrong with one media playlist. */
export const validatePlaylist = (text: string): string[] => {
  const playlist = parsePlaylist(text)
  return [
    ...validateHead(text, playlist),
    ...validateControl(playlist),
    ...validateSegments(playlist),
    ...validateParts(playlist),
    ...validateTail(playlist),
  ]
}

const single = [
  'EXT-X-VERSION',
  'EXT-X-TARGETDURATION',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-SERVER-CONTROL',
  'EXT-X-PART-INF',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-SKIP',
  'EXT-X-PRELOAD-HINT',
  'EXT-X-ENDLIST',
]

function validateHead(text: string, { lines, tags, target, skipped }: ParsedPlaylist): string[] {
  const version = Number(tags.get('EXT-X-VERSION')?.[0] ?? 1)
  const isLateTag = (name: string) => {
    const tag = lines.findIndex((line) => line.startsWith(`#${name}`))
    const segment = lines.findIndex((line) => line.startsWith('#EXTINF'))
    return tag >= 0 && segment >= 0 && tag > segment
  }
  return problemsIn(
    lines[0] !== '#EXTM3U' && 'It does not begin with #EXTM3U.',
    !text.endsWith('\n') && 'Its last line does not end.',
    lines.slice(0, -1).includes('') && 'It has an empty line.',
    !Number.isInteger(target) && 'It has no whole target duration.',
    version < 6 && 'Initialisation parts need version 6.',
    skipped > 0 && version < 9 && 'Skipping needs version 9.',
    ...single.map((name) => (tags.get(name)?.length ?? 0) > 1 && `${name} is there twice.`),
    ...['EXT-X-MEDIA-SEQUENCE', 'EXT-X-DISCONTINUITY-SEQUENCE', 'EXT-X-SKIP'].map(
      (name) => isLateTag(name) && `${name} comes after a segment.`,
    ),
  )
}

function validateControl({ control, target, partTarget, tags, isEnded }: ParsedPlaylist): string[] {
  const number = (name: string) => Number(control[name] ?? Number.NaN)
  const hasParts = partTarget !== undefined
  return problemsIn(
    !isEnded && !tags.has('EXT-X-SERVER-CONTROL') && 'It has no server control.',
    !(number('HOLD-BACK') >= 3 * target) && 'HOLD-BACK is less than three targets.',
    control['CAN-SKIP-UNTIL'] !== undefined &&
      number('CAN-SKIP-UNTIL') < 6 * target &&
      'CAN-SKIP-UNTIL is less than six targets.',
    hasParts &&
      control['CAN-BLOCK-RELOAD'] !== 'YES' &&
      'With parts, reloads must be able to block.',
    hasParts &&
      !(number('PART-HOLD-BACK') >= 3 * partTarget - 1e-6) &&
      'PART-HOLD-BACK is less than three parts.',
    !hasParts && control['PART-HOLD-BACK'] !== undefined && 'PART-HOLD-BACK without parts.',
  )
}

/** A hole in the pictures may make a segment longer than the target: its stated duration is the longest allowed. */
const isCapped = (duration: number | undefined, target: number) => (duration ?? 0) >= target + 0.49

function validateSegments({ segments, target, skipped }: ParsedPlaylist): string[] {
  const uris = segments.flatMap(({ uri, parts }) => [
    ...(uri ? [uri] : []),
    ...parts.map((part) => part.uri),
  ])
  return [
    ...problemsIn(new Set(uris).size < uris.length && 'Two segments or parts share an address.'),
    ...segments.flatMap((segment, place) => {
      const before = segments[place - 1]
      const { msn, duration, time, map, isDiscontinuity } = segment
      const isFirst = place === 0
      const isContinuous =
        before !== undefined && !isDiscontinuity && !isCapped(before.duration, target)
      const expected = (before?.time ?? 0) + (before?.duration ?? 0) * 1000
      return problemsIn(
        duration !== undefined &&
          Math.round(duration) > target &&
          `Segment ${msn} of ${duration} s is longer than the target ${target}.`,
        segment.uri !== undefined && duration === undefined && `Segment ${msn} has no duration.`,
        segment.uri === undefined &&
          place < segments.length - 1 &&
          `Segment ${msn} is open and not the last.`,
        time === undefined && `Segment ${msn} has no date.`,
        isFirst &&
          skipped === 0 &&
          map === undefined &&
          `Segment ${msn} has no initialisation part.`,
        isContinuous &&
          map !== before.map &&
          !isLower(map) &&
          `Segment ${msn} changes its initialisation part without a discontinuity.`,
        isContinuous &&
          time !== undefined &&
          Math.abs(time - expected) > wallMsMax &&
          `Segment ${msn} begins ${time - expected} ms off its date.`,
      )
    }),
  ]
}

function validateParts({ segments, partTarget, target }: ParsedPlaylist): string[] {
  const total = segments.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  let place = 0
  return segments.flatMap(({ msn, parts, duration, uri }) => {
    place += duration ?? 0
    if (parts.length === 0) return []
    const sum = parts.reduce((seconds, part) => seconds + part.duration, 0)
    const isClosed = uri !== undefined
    return problemsIn(
      partTarget === undefined && `Segment ${msn} has parts without a part target.`,
      total - place > 3 * target && `Segment ${msn} is too old for parts.`,
      isClosed &&
        !isCapped(duration, target) &&
        Math.abs(sum - (duration ?? 0)) > unevenSeconds &&
        `The parts of segment ${msn} last ${sum} of ${duration} s.`,
      ...parts.map(
        (part, index) =>
          part.duration > (partTarget ?? 0) + roundingSeconds &&
          `Part ${index} of segment ${msn} is longer than the part target.`,
      ),
      ...parts.map(
        (part, index) =>
          !(isClosed && index === parts.length - 1) &&
          part.duration < (partTarget ?? 0) * shortestShare &&
          `Part ${index} of segment ${msn} is shorter than 85 % of the part target.`,
      ),
    )
  })
}

function validateTail({
  lines,
  tags,
  segments,
  hint,
  reports,
  partTarget,
  isEnded,
}: ParsedPlaylist) {
  const listed = segments.flatMap(({ parts }) => parts.map(({ uri }) => uri))
  const hintPlace = lines.findIndex((line) => line.startsWith('#EXT-X-PRELOAD-HINT'))
  const lastSegment = lines.findLastIndex((line) => /^#EXT(INF|-X-PART:)/.test(line))
  return problemsIn(
    hint !== undefined && isEnded && 'An ended playlist hints at another part.',
    hint !== undefined && partTarget === undefined && 'A hint without parts.',
    hint !== undefined && listed.includes(hint) && 'The hinted part is there already.',
    hint !== undefined && hintPlace < lastSegment && 'The hint comes before a part.',
    tags.has('EXT-X-ENDLIST') && lines.at(-2) !== '#EXT-X-ENDLIST' && 'Something follows the end.',
    isEnded && segments.at(-1)?.uri === undefined && 'It ended with an open segment.',
    ...reports.map(
      ({ URI, 'LAST-MSN': msn, 'LAST-PART': part }) =>
        (!URI || msn === undefined || (part === undefined) !== (partTarget === undefined)) &&
        `The report on ${URI} is not whole.`,
    ),
  )
}

/** What is wrong with a later version of a playlist. Both are whole. */
export const validateSuccession = (earlier: string, later: string): string[] => {
  const [before, after] = [parsePlaylist(earlier), parsePlaylist(later)]
  const removed = after.mediaSequence - before.mediaSequence
  const gone = before.segments.slice(0, Math.max(0, removed))
  const passed = gone.filter(({ isDiscontinuity }) => isDiscontinuity).length
  const rest = after.segments.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  const closed = ({ segments, mediaSequence }: ParsedPlaylist) =>
    mediaSequence + segments.filter(({ uri }) => uri !== undefined).length
  return [
    ...problemsIn(
      before.target !== after.target && 'The target duration changed.',
      before.partTarget !== after.partTarget && 'The part target changed.',
      JSON.stringify(before.control) !== JSON.stringify(after.control) &&
        'The server control changed.',
      before.isEvent !== after.isEvent && 'The type changed.',
      removed < 0 && 'The media sequence went back.',
      after.isEvent && removed !== 0 && 'An event lost a segment.',
      removed > 0 &&
        rest < 3 * after.target &&
        'Segments went although three targets are not left.',
      removed >= 0 &&
        removed <= before.segments.length &&
        after.discontinuitySequence !== before.discontinuitySequence + passed &&
        'The discontinuity sequence does not count what went.',
      closed(after) < closed(before) && 'Segments at the end are gone.',
      before.isEnded && earlier !== later && 'It changed after its end.',
    ),
    ...before.segments.flatMap((old) => {
      const now = after.segments.find(({ msn }) => msn === old.msn)
      if (!now) return problemsIn(old.msn >= after.mediaSequence && `Segment ${old.msn} is gone.`)
      const kept = now.parts.length === 0 && now.uri !== undefined ? [] : old.parts
      return problemsIn(
        old.uri !== undefined && old.uri !== now.uri && `Segment ${old.msn} has another address.`,
        old.duration !== undefined &&
          old.duration !== now.duration &&
          `Segment ${old.msn} has another duration.`,
        old.time !== now.time && `Segment ${old.msn} has another date.`,
        old.isDiscontinuity !== now.isDiscontinuity &&
          `The discontinuity of segment ${old.msn} changed.`,
        ...kept.map(
          (part, index) =>
            JSON.stringify(part) !== JSON.stringify(now.parts[index]) &&
            `Part ${index} of segment ${old.msn} changed.`,
        ),
      )
    }),
  ]
}

/** The number of each segment that is listed, with that of its stretch. */
const stretchesIn = (text: string) => {
  const { segments, discontinuitySequence } = parsePlaylist(text)
  let stretch = discontinuitySequence
  return new Map(
    segments.map(({ msn, isDiscontinuity }) => [msn, (stretch += isDiscontinuity ? 1 : 0)]),
  )
}

/** Renditions that count discontinuities differently: players look for the sound of a stretch that it does not have. */
export const validateTogether = (texts: readonly string[]): string[] => {
  const [first, ...others] = texts.map(stretchesIn)
  return others.flatMap((other, place) =>
    [...other].flatMap(([msn, stretch]) =>
      problemsIn(
        (first?.get(msn) ?? stretch) !== stretch &&
          `Segment ${msn} is in another stretch of rendition ${place + 1} than of the first.`,
      ),
    ),
  )
}

/** What is wrong with a delta update of this playlist. */
export const validateSkip = (whole: string, delta: string): string[] => {
  const [full, short] = [parsePlaylist(whole), parsePlaylist(delta)]
  const { skipped } = short
  if (skipped === 0) return problemsIn(whole !== delta && 'It skips nothing and still differs.')
  const until = Number(full.control['CAN-SKIP-UNTIL'])
  const left = full.segments
    .slice(skipped)
    .reduce((seconds, { duration }) => seconds + (duration ?? 0), 0)
  const linesOf = ({ segments }: ParsedPlaylist, from: number) =>
    segments.slice(from).flatMap(({ lines }) => lines)
  const isOther = (line: string) => !line.startsWith('#EXT-X-SKIP')
  const headOf = ({ lines, segments }: ParsedPlaylist) => {
    const own = new Set(segments.flatMap(({ lines }) => lines))
    return lines.filter((line) => isOther(line) && !own.has(line))
  }
  return problemsIn(
    left < until && `It skips segments of the last ${until} s.`,
    skipped + short.segments.length !== full.segments.length && 'Its count is wrong.',
    linesOf(full, skipped).join('\n') !== linesOf(short, 0).join('\n') &&
      'What it lists differs from the whole playlist.',
    headOf(full).join('\n') !== headOf(short).join('\n') && 'Its head or tail differs.',
  )
}

/** What is wrong with a multivariant playlist of a broadcast. */
export const validateMultivariant = (text: string): string[] => {
  const lines = text.split('\n')
  const variants = lines.filter((line) => line.startsWith('#EXT-X-STREAM-INF'))
  const groups = lines.filter((line) => line.startsWith('#EXT-X-MEDIA')).map(attributesOf)
  return [
    ...problemsIn(
      lines[0] !== '#EXTM3U' && 'It does not begin with #EXTM3U.',
      variants.length === 0 && 'It has no variant.',
      text.includes('INDEPENDENT-SEGMENTS') && 'It claims independent segments.',
    ),
    ...variants.flatMap((line) => {
      const { BANDWIDTH, 'AVERAGE-BANDWIDTH': average, CODECS, AUDIO } = attributesOf(line)
      const address = lines[lines.indexOf(line) + 1] ?? ''
      return problemsIn(
        !(Number(BANDWIDTH) > 0) && 'A variant has no bandwidth.',
        average !== undefined &&
          Number(average) > Number(BANDWIDTH) &&
          'An average above its peak.',
        !CODECS && 'A variant has no codecs.',
        (address === '' || address.startsWith('#')) && 'A variant has no address.',
        AUDIO !== undefined &&
          !groups.some(({ 'GROUP-ID': id }) => id === AUDIO) &&
          `There is no group ${AUDIO}.`,
      )
    }),
  ]
}
