import { mediaTimescale } from '../../media-map.ts'

export interface PlaylistPart {
  index: number
  /** Ticks. */
  duration: number
  isIndependent: boolean
}

export interface PlaylistSegment {
  msn: number
  /** Undefined while it is open. */
  seconds: number | undefined
  piece: number
  wallMs: number
  isDiscontinuity: boolean
  parts: readonly PlaylistPart[]
}

export interface RenditionReport {
  name: string
  msn: number
  part: number | undefined
}

export interface MediaPlaylist {
  /** The name of the rendition, from which all its addresses begin. */
  name: string
  /** An event lists all segments since the start, a window the last ones. */
  kind: 'window' | 'event'
  targetSeconds: number
  /** Undefined without parts. */
  partSeconds: number | undefined
  mediaSequence: number
  discontinuitySequence: number
  /** Segments left out because the player has them. */
  skipped: number
  /** Blocks of text made by `writeSegment`, in order. */
  blocks: readonly string[]
  /** The next part that a player can ask for. */
  hint: { msn: number; part: number } | undefined
  reports: readonly RenditionReport[]
  isEnded: boolean
}

/** Stands where the query of an address goes. */
export const queryMark = '\u0000'

export const withQuery = (text: string, query: string) => text.replaceAll(queryMark, query)

const decimal = (seconds: number) => seconds.toFixed(5)
const partHoldBackParts = 3
const holdBackTargets = 3
const skipTargets = 6

/** Players may skip segments that are further from the end than this. */
export const skipSeconds = (targetSeconds: number) => skipTargets * targetSeconds

export const initName = (piece: number) => (piece === 0 ? 'init.mp4' : `init-${piece}.mp4`)

/** The lines of one segment, complete or open; `before` is the piece of the segment that is listed before it. */
export const writeSegment = (name: string, segment: PlaylistSegment, before: number | undefined) =>
  [
    ...(segment.isDiscontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(segment.piece === before
      ? []
      : [`#EXT-X-MAP:URI="${name}/${initName(segment.piece)}${queryMark}"`]),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.wallMs).toISOString()}`,
    ...segment.parts.map(
      ({ index, duration, isIndependent }) =>
        `#EXT-X-PART:DURATION=${decimal(duration / mediaTimescale)},URI="${name}/${segment.msn}.${index}.m4s${queryMark}"${isIndependent ? ',INDEPENDENT=YES' : ''}`,
    ),
    ...(segment.seconds === undefined
      ? []
      : [`#EXTINF:${decimal(segment.seconds)},`, `${name}/${segment.msn}.m4s${queryMark}`]),
  ].join('\n')

const serverControl = ({ targetSeconds, partSeconds }: MediaPlaylist) =>
  `#EXT-X-SERVER-CONTROL:${[
    'CAN-BLOCK-RELOAD=YES',
    `CAN-SKIP-UNTIL=${decimal(skipSeconds(targetSeconds))}`,
    `HOLD-BACK=${decimal(holdBackTargets * targetSeconds)}`,
    ...(partSeconds === undefined
      ? []
      : [`PART-HOLD-BACK=${decimal(partHoldBackParts * partSeconds)}`]),
  ].join(',')}`

/** A media playlist of RFC 8216bis; addresses end with a mark for their query. */
export const writeMediaPlaylist = (given: MediaPlaylist): string => {
  const { name, hint, partSeconds } = given
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${given.targetSeconds}`,
    serverControl(given),
    ...(partSeconds === undefined ? [] : [`#EXT-X-PART-INF:PART-TARGET=${decimal(partSeconds)}`]),
    `#EXT-X-MEDIA-SEQUENCE:${given.mediaSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${given.discontinuitySequence}`,
    ...(given.kind === 'event' ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    ...(given.skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${given.skipped}`] : []),
    ...given.blocks,
    ...(hint && partSeconds !== undefined && !given.isEnded
      ? [`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${name}/${hint.msn}.${hint.part}.m4s${queryMark}"`]
      : []),
    ...given.reports.map(
      ({ name: other, msn, part }) =>
        `#EXT-X-RENDITION-REPORT:URI="${other}.m3u8${queryMark}",LAST-MSN=${msn}${part === undefined ? '' : `,LAST-PART=${part}`}`,
    ),
    ...(given.isEnded ? ['#EXT-X-ENDLIST'] : []),
  ].join('\n')}\n`
}
