import { type MediaMap, mediaTimescale, type Rung } from '@playhead/media/media-map.ts'
import { inOrder } from '@playhead/media/segments/plan/rungs.ts'
import type { SegmentRates } from '@playhead/media/segments/segment-rates.ts'
import { segmentRates } from '@playhead/media/segments/segment-rates.ts'
import type { SegmentFacts } from './segment-facts.ts'
import type { PlaylistOptions } from './playlist-options.ts'
import type { TextTrackRow } from '../playback.sql.ts'
import { allowedRungs } from './renditions.ts'
import { segmentRange, startOffset } from '../segments/segment-range.ts'

/** Names come from users: a quote or a line break must not break the playlist. */
const quoted = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly these are to be kept out
  `"${text.replaceAll('"', "'").replaceAll(/[\u0000-\u001F\u007F]/g, ' ')}"`

const attributes = (given: Record<string, string | undefined>) =>
  Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(',')

const yesNo = (value: boolean) => (value ? 'YES' : 'NO')

const languageName = (code: string) => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Players show the names and distinguish renditions by them. */
const uniqueNames = () => {
  const taken = new Set<string>()
  return (wanted: string) => {
    let name = wanted
    for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`
    taken.add(name)
    return name
  }
}

interface Multivariant {
  playbackId: string
  media: MediaMap
  rungs: readonly Rung[]
  /** Of what is stored, by its name; for the rest the map has an estimate. */
  facts: ReadonlyMap<string, SegmentFacts>
  textTracks: readonly TextTrackRow[]
  options: PlaylistOptions
  /** Appended to each address of a playlist. */
  query: string
}

/** `und` is the code for an unknown language. */
const known = (language: string | null | undefined) =>
  language && language !== 'und' ? language : undefined

const audioLines = ({ playbackId, media, query }: Multivariant) => {
  const nameOf = uniqueNames()
  return media.audio.map((audio, index) => {
    const language = known(audio.language)
    return `#EXT-X-MEDIA:${attributes({
      TYPE: 'AUDIO',
      'GROUP-ID': '"audio"',
      NAME: quoted(nameOf(audio.title ?? (language ? languageName(language) : 'Audio'))),
      LANGUAGE: language && quoted(language),
      DEFAULT: yesNo(index === 0),
      AUTOSELECT: 'YES',
      CHANNELS: `"${audio.channels}"`,
      URI: quoted(`${playbackId}/${audio.name}.m3u8${query}`),
    })}`
  })
}

const textLines = ({ playbackId, textTracks, options, query }: Multivariant) => {
  const nameOf = uniqueNames()
  const preferred = textTracks.find(
    ({ language_code: code }) =>
      code !== null && code.toLowerCase() === options.subtitlesLanguage?.toLowerCase(),
  )
  return textTracks.map((track) => {
    const language = known(track.language_code)
    return `#EXT-X-MEDIA:${attributes({
      TYPE: 'SUBTITLES',
      'GROUP-ID': '"text"',
      NAME: quoted(nameOf(track.name ?? (language ? languageName(language) : 'Text'))),
      LANGUAGE: language && quoted(language),
      DEFAULT: yesNo(track === preferred),
      AUTOSELECT: 'YES',
      FORCED: 'NO',
      CHARACTERISTICS: track.closed_captions
        ? '"public.accessibility.describes-spoken-dialog,public.accessibility.describes-music-and-sound"'
        : undefined,
      URI: quoted(`${playbackId}/text/${track.id}.m3u8${query}`),
    })}`
  })
}

const ratesOf = ({ bandwidth: peak, averageBandwidth: average }: Rung): SegmentRates => ({
  peak,
  average,
})

/** Of the sounds that can be chosen the largest. */
const soundRates = ({ media, facts }: Multivariant): SegmentRates => {
  const all = media.audio.map(
    ({ name, bandwidth }) => facts.get(name)?.rates ?? { peak: bandwidth, average: bandwidth },
  )
  return {
    peak: Math.max(0, ...all.map(({ peak }) => peak)),
    average: Math.max(0, ...all.map(({ average }) => average)),
  }
}

const variantLines = (given: Multivariant) => {
  const { playbackId, media, rungs, facts, textTracks, options, query } = given
  const audio = soundRates(given)
  const [first] = media.audio
  const groups = {
    AUDIO: first && '"audio"',
    SUBTITLES: textTracks.length > 0 ? '"text"' : undefined,
    'CLOSED-CAPTIONS': media.video ? 'NONE' : undefined,
  }
  if (!media.video)
    return first
      ? [
          `#EXT-X-STREAM-INF:${attributes({ BANDWIDTH: String(audio.peak), 'AVERAGE-BANDWIDTH': String(audio.average), CODECS: `"${first.codecs}"`, ...groups })}`,
          `${playbackId}/${first.name}.m3u8${query}`,
        ]
      : []
  const sorted = inOrder(
    allowedRungs(rungs, options).map((rung) => {
      const { peak, average } = facts.get(rung.name)?.rates ?? ratesOf(rung)
      return { ...rung, bandwidth: peak, averageBandwidth: average }
    }),
  )
  return (options.isDescending ? sorted.toReversed() : sorted).flatMap((rung) => [
    `#EXT-X-STREAM-INF:${attributes({
      BANDWIDTH: String(rung.bandwidth + audio.peak),
      'AVERAGE-BANDWIDTH': String(rung.averageBandwidth + audio.average),
      RESOLUTION: `${rung.width}x${rung.height}`,
      'FRAME-RATE': rung.frameRate.toFixed(3),
      CODECS: `"${[rung.codecs, first?.codecs].filter(Boolean).join(',')}"`,
      ...groups,
    })}`,
    `${playbackId}/${rung.name}.m3u8${query}`,
  ])
}

/** Keyframes alone, for players that show them while someone seeks or plays fast. */
const keyframeLines = ({ playbackId, media, rungs, facts, options, query }: Multivariant) =>
  allowedRungs(rungs, options).flatMap((rung) => {
    const { keyframeBytes } = facts.get(rung.name) ?? {}
    if (!keyframeBytes || !media.video) return []
    const { peak, average } = segmentRates(keyframeBytes, media.video.cuts)
    return `#EXT-X-I-FRAME-STREAM-INF:${attributes({
      BANDWIDTH: String(peak),
      'AVERAGE-BANDWIDTH': String(average),
      RESOLUTION: `${rung.width}x${rung.height}`,
      CODECS: `"${rung.codecs}"`,
      URI: quoted(`${playbackId}/${rung.name}-iframes.m3u8${query}`),
    })}`
  })

export const multivariantPlaylist = (given: Multivariant) =>
  `${[
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...audioLines(given),
    ...textLines(given),
    ...variantLines(given),
    ...keyframeLines(given),
  ].join('\n')}\n`

interface Stretch {
  firstSegment: number
  piece: number
  /** Only its initialisation segment is another. */
  isContinuous?: boolean
}

interface Media {
  name: string
  cuts: readonly number[]
  /** The picture's cuts where there is one: they decide which segments belong to a clip. */
  pictureCuts: readonly number[]
  options: PlaylistOptions
  /** Before each but the first is a discontinuity, unless it is continuous; each says which initialisation segment its segments need. */
  stretches: readonly Stretch[]
  query: string
}

const initLine = (name: string, piece: number, query: string) =>
  `#EXT-X-MAP:URI="${name}/init${piece > 0 ? `-${piece}` : ''}.mp4${query}"`

/** Only another piece needs another initialisation segment. */
const joinLines = (
  name: string,
  { piece, isContinuous = false }: Stretch,
  before: Stretch | undefined,
  query: string,
) => [
  ...(isContinuous ? [] : ['#EXT-X-DISCONTINUITY']),
  ...(piece === before?.piece ? [] : [initLine(name, piece, query)]),
]

const playlistHead = (targetSeconds: number) => [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(targetSeconds))}`,
  '#EXT-X-MEDIA-SEQUENCE:0',
  '#EXT-X-PLAYLIST-TYPE:VOD',
]

export const mediaPlaylist = ({ name, cuts, pictureCuts, options, stretches, query }: Media) => {
  const range = segmentRange(cuts, pictureCuts, options)
  const segments = Array.from({ length: range.last - range.first + 1 }, (_, position) => {
    const index = range.first + position
    return { index, seconds: ((cuts[index + 1] ?? 0) - (cuts[index] ?? 0)) / mediaTimescale }
  })
  const offset = startOffset(cuts, range, options.start)
  const first = stretches.findLast(({ firstSegment }) => firstSegment <= range.first)
  const joins = new Map(
    stretches.map((stretch, place) => [
      stretch.firstSegment,
      joinLines(name, stretch, stretches[place - 1], query),
    ]),
  )
  return `${[
    ...playlistHead(Math.max(...segments.map(({ seconds }) => seconds))),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(offset > 0.01 ? [`#EXT-X-START:TIME-OFFSET=${offset.toFixed(3)},PRECISE=YES`] : []),
    initLine(name, first?.piece ?? 0, query),
    ...segments.flatMap(({ index, seconds }) => [
      ...((index > range.first && joins.get(index)) || []),
      `#EXTINF:${seconds.toFixed(6)},`,
      `${name}/${index}.m4s${query}`,
    ]),
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}

/** The first frame of each segment, as a part of the segment's bytes. */
export const keyframePlaylist = (
  { name, cuts, pictureCuts, options, query }: Media,
  keyframeBytes: readonly number[],
) => {
  const { first, last } = segmentRange(cuts, pictureCuts, options)
  const segments = keyframeBytes.slice(first, last + 1).map((bytes, position) => {
    const index = first + position
    return { index, bytes, seconds: ((cuts[index + 1] ?? 0) - (cuts[index] ?? 0)) / mediaTimescale }
  })
  return `${[
    ...playlistHead(Math.max(...segments.map(({ seconds }) => seconds))),
    '#EXT-X-I-FRAMES-ONLY',
    initLine(name, 0, query),
    ...segments.flatMap(({ index, bytes, seconds }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@0`,
      `${name}/${index}.m4s${query}`,
    ]),
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}

/** The whole text is one segment: it is smaller than a second of picture. */
export const textPlaylist = (trackId: string, duration: number, query: string) =>
  `${[
    ...playlistHead(Math.ceil(duration)),
    `#EXTINF:${duration.toFixed(6)},`,
    `${trackId}/0.vtt${query}`,
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
