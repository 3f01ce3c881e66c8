import { describe, expect, test } from 'vitest'
import {
  validateMultivariant,
  validatePlaylist,
  validateSkip,
  validateSuccession,
  validateTogether,
} from './validate-playlist.ts'

const head = [
  '#EXTM3U',
  '#EXT-X-VERSION:9',
  '#EXT-X-TARGETDURATION:2',
  '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12.0,HOLD-BACK=6.0,PART-HOLD-BACK=1.5',
  '#EXT-X-PART-INF:PART-TARGET=0.5',
]

const dateOf = (msn: number) => new Date(Date.UTC(2026, 0, 1) + msn * 2000).toISOString()

const aSegment = (msn: number, { hasParts = false, isClosed = true, isBroken = false } = {}) => [
  ...(isBroken ? ['#EXT-X-DISCONTINUITY'] : []),
  ...(msn === 0 || isBroken ? [`#EXT-X-MAP:URI="source/init-${msn}.mp4"`] : []),
  `#EXT-X-PROGRAM-DATE-TIME:${dateOf(msn)}`,
  ...(hasParts
    ? [0, 1, 2, 3]
        .slice(0, isClosed ? 4 : 2)
        .map((part) => `#EXT-X-PART:DURATION=0.50000,URI="source/${msn}.${part}.m4s"`)
    : []),
  ...(isClosed ? ['#EXTINF:2.00000,', `source/${msn}.m4s`] : []),
]

interface Given {
  from?: number
  to?: number
  broken?: number
  passed?: number
  skipped?: number
  isEnded?: boolean
}

/** Segments [from, to) whole, and the next one open. */
const aPlaylist = ({ from = 0, to = 12, broken = 4, ...given }: Given = {}) => {
  const { passed = from > broken ? 1 : 0, skipped = 0, isEnded = false } = given
  const segments = Array.from({ length: to - from }, (_, index) => from + index)
  const first =
    from > 0 && from !== broken
      ? [`#EXT-X-MAP:URI="source/init-${from > broken ? broken : 0}.mp4"`]
      : []
  const blocks = segments.map((msn) =>
    aSegment(msn, { hasParts: msn >= to - 2, isBroken: msn === broken }),
  )
  if (blocks[0]) blocks[0] = [...first, ...blocks[0]]
  return `${[
    ...head,
    `#EXT-X-MEDIA-SEQUENCE:${from}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${passed}`,
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ...blocks.slice(skipped).flat(),
    ...(isEnded
      ? []
      : [
          ...aSegment(to, { hasParts: true, isClosed: false }),
          `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="source/${to}.2.m4s"`,
        ]),
    `#EXT-X-RENDITION-REPORT:URI="audio-0.m3u8",LAST-MSN=${to},LAST-PART=1`,
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
  ].join('\n')}\n`
}

const good = aPlaylist()

test('renditions of one broadcast have their discontinuities at the same segments', () => {
  expect(validateTogether([good, good, aPlaylist({ from: 6 })])).toEqual([])
  const without = good.replace('#EXT-X-DISCONTINUITY\n', '')
  expect(validateTogether([good, without]).join('\n')).toContain('in another stretch')
  const counted = good.replace(/(DISCONTINUITY-SEQUENCE:)\d+/, '$17')
  expect(validateTogether([good, counted]).join('\n')).toContain('in another stretch')
})

describe('one playlist', () => {
  test('that keeps all rules has no problem', () => {
    expect(validatePlaylist(good)).toEqual([])
    expect(validatePlaylist(aPlaylist({ from: 6 }))).toEqual([])
    expect(validatePlaylist(aPlaylist({ isEnded: true }))).toEqual([])
    expect(validatePlaylist(aPlaylist({ skipped: 5 }))).toEqual([])
  })

  test.each([
    ['does not begin with #EXTM3U', '#EXTM3U\n', ''],
    ['an empty line', '#EXT-X-PART-INF', '\n#EXT-X-PART-INF'],
    ['no whole target', 'TARGETDURATION:2', 'TARGETDURATION:2.5'],
    ['need version 6', 'VERSION:9', 'VERSION:4'],
    ['is there twice', '#EXT-X-VERSION:9', '#EXT-X-VERSION:9\n#EXT-X-VERSION:9'],
    ['no server control', /#EXT-X-SERVER-CONTROL.*\n/, ''],
    ['HOLD-BACK is less than three targets', 'HOLD-BACK=6.0', 'HOLD-BACK=5.0'],
    ['CAN-SKIP-UNTIL is less', 'CAN-SKIP-UNTIL=12.0', 'CAN-SKIP-UNTIL=6.0'],
    ['reloads must be able to block', 'CAN-BLOCK-RELOAD=YES,', ''],
    ['PART-HOLD-BACK is less than three parts', 'PART-HOLD-BACK=1.5', 'PART-HOLD-BACK=1.0'],
    ['PART-HOLD-BACK without parts', /#EXT-X-PART-INF.*\n/, ''],
    ['parts without a part target', /#EXT-X-PART-INF.*\n/, ''],
    ['longer than the target', '#EXTINF:2.00000,\nsource/3', '#EXTINF:2.60000,\nsource/3'],
    ['has no date', /#EXT-X-PROGRAM-DATE-TIME.*\n/, ''],
    ['ms off its date', dateOf(2), dateOf(2.1)],
    ['has no initialisation part', '#EXT-X-MAP:URI="source/init-0.mp4"\n', ''],
    ['without a discontinuity', '#EXT-X-DISCONTINUITY\n', ''],
    ['share an address', 'source/3.m4s', 'source/2.m4s'],
    ['has no duration', '#EXTINF:2.00000,\nsource/3', 'source/3'],
    [
      'too old for parts',
      '#EXTINF:2.00000,\nsource/2.',
      '#EXT-X-PART:DURATION=2.0,URI="x"\n#EXTINF:2.00000,\nsource/2.',
    ],
    [
      'longer than the part target',
      'DURATION=0.50000,URI="source/11.0',
      'DURATION=0.51000,URI="source/11.0',
    ],
    ['shorter than 85 %', 'DURATION=0.50000,URI="source/11.0', 'DURATION=0.42000,URI="source/11.0'],
    ['shorter than 85 %', 'DURATION=0.50000,URI="source/12.1', 'DURATION=0.42000,URI="source/12.1'],
    ['last 1.5 of 2 s', /#EXT-X-PART:DURATION=0.50000,URI="source\/11.3.m4s"\n/, ''],
    ['is there already', 'TYPE=PART,URI="source/12.2', 'TYPE=PART,URI="source/12.1'],
    ['The report on', ',LAST-PART=1', ''],
    ['The report on', 'LAST-MSN=12', 'LAST=12'],
    ['Its last line does not end', /\n$/, ''],
  ])('with a fault is told: %s', (problem, from, to) => {
    expect(good.replace(from, to)).not.toBe(good)
    expect(validatePlaylist(good.replace(from, to)).join('\n')).toContain(problem)
  })

  test('allows a short part only at the end of a segment', () => {
    const short = good
      .replace('DURATION=0.50000,URI="source/11.3', 'DURATION=0.45000,URI="source/11.3')
      .replace('DURATION=0.50000,URI="source/11.2', 'DURATION=0.50000,URI="source/11.2')
    expect(validatePlaylist(short)).toEqual([])
  })

  test('that ended hints at nothing and ends', () => {
    const ended = aPlaylist({ isEnded: true })
    const hinting = ended.replace('#EXT-X-END', '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="x"\n#EXT-X-END')
    expect(validatePlaylist(hinting).join()).toContain('hints at another part')
    expect(validatePlaylist(`${ended}#EXT-X-FOO\n`).join()).toContain('follows the end')
    const open = good.replace(/#EXT-X-PRELOAD.*\n/, '').concat('#EXT-X-ENDLIST\n')
    expect(validatePlaylist(open).join()).toContain('ended with an open segment')
  })
})

describe('a later playlist', () => {
  test('that keeps all rules has no problem', () => {
    expect(validateSuccession(good, aPlaylist({ to: 13 }))).toEqual([])
    expect(validateSuccession(good, aPlaylist({ from: 3, to: 14 }))).toEqual([])
    expect(validateSuccession(good, aPlaylist({ from: 6, to: 16 }))).toEqual([])
  })

  const next = aPlaylist({ to: 13 })
  test.each([
    ['target duration changed', next.replace('TARGETDURATION:2', 'TARGETDURATION:3')],
    ['part target changed', next.replace('PART-TARGET=0.5', 'PART-TARGET=0.6')],
    ['server control changed', next.replace('HOLD-BACK=6.0', 'HOLD-BACK=7.0')],
    ['type changed', next.replace('#EXT-X-MEDIA', '#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MEDIA')],
    ['does not count what went', aPlaylist({ from: 6, to: 14, passed: 0 })],
    ['three targets are not left', aPlaylist({ from: 10, to: 12 })],
    ['Segments at the end are gone', aPlaylist({ to: 11 })],
    ['has another address', next.replace('source/3.m4s', 'source/x.m4s')],
    [
      'has another duration',
      next.replace('#EXTINF:2.00000,\nsource/3', '#EXTINF:1.90000,\nsource/3'),
    ],
    ['has another date', next.replace(dateOf(3), dateOf(3.01))],
    ['discontinuity of segment 4 changed', next.replace('#EXT-X-DISCONTINUITY\n', '')],
    [
      'Part 1 of segment 12 changed',
      next.replace('0.50000,URI="source/12.1', '0.49000,URI="source/12.1'),
    ],
  ])('with a fault is told: %s', (problem, later) => {
    expect(validateSuccession(good, later).join('\n')).toContain(problem)
  })

  test('of an event loses nothing, none goes back, and nothing follows the end', () => {
    const event = (text: string) =>
      text.replace('#EXT-X-MEDIA', '#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MEDIA')
    const later = aPlaylist({ from: 3, to: 14 })
    expect(validateSuccession(event(good), event(later)).join()).toContain('event lost a segment')
    expect(validateSuccession(later, good).join()).toContain('media sequence went back')
    const ended = aPlaylist({ isEnded: true })
    expect(validateSuccession(ended, aPlaylist({ to: 13 })).join()).toContain('after its end')
  })
})

describe('a delta update', () => {
  test('is the whole playlist without what it skips', () => {
    expect(validateSkip(good, aPlaylist({ skipped: 5 }))).toEqual([])
    expect(validateSkip(good, good)).toEqual([])
  })

  test.each([
    ['skips segments of the last', aPlaylist({ skipped: 8 })],
    ['count is wrong', aPlaylist({ skipped: 5 }).replace('SEGMENTS=5', 'SEGMENTS=4')],
    ['differs from the whole', aPlaylist({ skipped: 5 }).replace(dateOf(9), dateOf(9.01))],
    ['head or tail differs', aPlaylist({ skipped: 5 }).replace('LAST-PART=1', 'LAST-PART=2')],
    ['skips nothing and still differs', aPlaylist({ to: 13 })],
  ])('with a fault is told: %s', (problem, delta) => {
    expect(validateSkip(good, delta).join('\n')).toContain(problem)
  })
})

describe('a multivariant playlist', () => {
  const whole = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",URI="audio-0.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=100,AVERAGE-BANDWIDTH=90,CODECS="avc1.640028,mp4a.40.2",AUDIO="audio"
source.m3u8
`
  test('that keeps all rules has no problem', () => {
    expect(validateMultivariant(whole)).toEqual([])
  })

  test.each([
    ['has no variant', /#EXT-X-STREAM-INF.*\n/, ''],
    ['claims independent segments', '#EXTM3U', '#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS'],
    ['has no bandwidth', 'BANDWIDTH=100', 'BANDWIDTH=0'],
    ['average above its peak', 'AVERAGE-BANDWIDTH=90', 'AVERAGE-BANDWIDTH=900'],
    ['has no codecs', /CODECS="[^"]*",/, ''],
    ['has no address', 'source.m3u8\n', ''],
    ['There is no group', 'GROUP-ID="audio"', 'GROUP-ID="other"'],
    ['does not begin', '#EXTM3U\n', ''],
  ])('with a fault is told: %s', (problem, from, to) => {
    expect(validateMultivariant(whole.replace(from, to)).join('\n')).toContain(problem)
  })
})
