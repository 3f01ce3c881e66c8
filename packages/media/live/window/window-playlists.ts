import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { mediaTimescale } from '../../media-map.ts'
import { statedSeconds, type FixedPlan } from '../segment-plan.ts'
import type { WindowRendition } from './window-rendition.ts'
import { skipSeconds, withQuery, writeMediaPlaylist } from './write-media-playlist.ts'

const zip = promisify(gzip)

/** Numbers of segments, both inclusive; `last` is infinite while it is not recorded. */
export interface SegmentNumbers {
  first: number
  last: number
}

export interface PlaylistText {
  text: string
  /** Made once for all who ask for this text. */
  zipped?: () => Promise<Buffer>
}

interface Asked {
  /** An event for the asset id: everything since the start. */
  kind: 'window' | 'event'
  skips: boolean
  query: string
  within: SegmentNumbers | undefined
}

/** What a playlist is written from. */
export interface PlaylistState {
  plan: FixedPlan
  hasParts: boolean
  isEnded: boolean
  /** No part is coming until the encoder is back. */
  isPaused: boolean
  renditions: readonly WindowRendition[]
}

interface Kept {
  version: string
  text: string
  zipped?: Promise<Buffer>
}

const windowSecondsMin = 30
const windowTargets = 6
/** Of all stated durations together. */
const roundingSeconds = 0.01
/** Texts without a query: one for each rendition and kind, and some for clips. */
const textsMax = 64
/** Of texts with a query, which viewers with the same token share. */
const signedCharactersMax = 16 * 2 ** 20
/** Shorter texts of one viewer are sent as they are. */
const zippedCharactersMin = 64 * 2 ** 10

/** How much a live playlist id lists. */
export const windowSeconds = (targetSeconds: number) =>
  Math.max(windowSecondsMin, windowTargets * targetSeconds)

/** The segments of a part of a recording, in seconds. Undefined if its start is not recorded yet. */
export const segmentsWithin = (
  { segments, open }: WindowRendition,
  { start = 0, end = Infinity }: { start?: number | undefined; end?: number | undefined },
): SegmentNumbers | undefined => {
  const recorded = open?.start ?? segments.at(-1)?.end ?? 0
  const [from, until] = [start * mediaTimescale, end * mediaTimescale]
  if (segments.length === 0 || from >= recorded) return undefined
  const first = segments.findLastIndex((segment) => segment.start <= from)
  const last = segments.findIndex((segment) => segment.end >= until)
  return { first: Math.max(0, first), last: last < 0 ? Infinity : last }
}

/** Whether nothing is added to a playlist any more. */
export const isComplete = (
  { segments }: WindowRendition,
  { isEnded }: { isEnded: boolean },
  within: SegmentNumbers | undefined,
) => isEnded || (within !== undefined && segments.length > within.last)

const firstInWindow = ({ segments, open }: WindowRendition, targetSeconds: number) => {
  const end = open?.start ?? segments.at(-1)?.end ?? 0
  const from = end - windowSeconds(targetSeconds) * mediaTimescale
  let first = segments.length
  while (first > 0 && (segments[first - 1]?.end ?? 0) > from) first -= 1
  return first
}

/** As a player counts: by the durations that are stated. */
const countSkipped = ({ segments }: WindowRendition, first: number, targetSeconds: number) => {
  let last = segments.length
  const until = skipSeconds(targetSeconds) + roundingSeconds
  for (let seconds = 0; last > first && seconds < until; last -= 1) {
    const { start = 0, end = 0 } = segments[last - 1] ?? {}
    seconds += statedSeconds(end - start, targetSeconds)
  }
  return Math.max(0, last - first)
}

/** Media playlists of one broadcast, each written once per change whatever the number of viewers. */
export class WindowPlaylists {
  readonly #texts = new Map<string, Kept & { marked: string }>()
  readonly #signed = new Map<string, Kept>()
  #signedCharacters = 0
  /** Playlists that were written. */
  made = 0

  textOf(rendition: WindowRendition, asked: Asked, state: PlaylistState): PlaylistText {
    const { kind, skips, query, within } = asked
    const key = [rendition.name, kind, skips, within?.first, within?.last].join(' ')
    const version = [rendition.version, state.isEnded, state.isPaused].join(' ')
    let plain = this.#texts.get(key)
    if (plain?.version !== version) {
      this.made += 1
      const marked = this.#write(rendition, asked, state)
      plain = { version, marked, text: withQuery(marked, '') }
      this.#texts.set(key, plain)
      const [oldest] = this.#texts.keys()
      if (this.#texts.size > textsMax && oldest !== undefined) this.#texts.delete(oldest)
    }
    const kept = query === '' ? plain : this.#withQuery(`${key} ${query}`, plain, query)
    const zipped = () => (kept.zipped ??= zip(kept.text))
    const isZipped = query === '' || kept.text.length >= zippedCharactersMin
    return { text: kept.text, ...(isZipped && { zipped }) }
  }

  /** The text of a long recording is megabytes: it is not made for each request of a viewer. */
  #withQuery(
    key: string,
    { version, marked }: { version: string; marked: string },
    query: string,
  ): Kept {
    const known = this.#signed.get(key)
    if (known?.version === version) return known
    this.#drop(key)
    const made = { version, text: withQuery(marked, query) }
    this.#signed.set(key, made)
    this.#signedCharacters += made.text.length
    for (const oldest of this.#signed.keys()) {
      if (this.#signedCharacters <= signedCharactersMax) break
      this.#drop(oldest)
    }
    return made
  }

  #drop(key: string) {
    this.#signedCharacters -= this.#signed.get(key)?.text.length ?? 0
    this.#signed.delete(key)
  }

  #write(rendition: WindowRendition, { kind, skips, within }: Asked, state: PlaylistState) {
    const { segments, open } = rendition
    const { plan, hasParts, renditions } = state
    const { targetSeconds } = plan
    const isEnded = isComplete(rendition, state, within)
    const { first = 0, last = Infinity } =
      within ?? (kind === 'event' ? {} : { first: firstInWindow(rendition, targetSeconds) })
    const skipped = skips && !isEnded ? countSkipped(rendition, first, targetSeconds) : 0
    // At the end players ask whether the last part is there, which may be shorter than what they can tell.
    const given = {
      targetSeconds,
      hasParts: hasParts && !isEnded,
      isContinued: skipped > 0,
      last,
    }
    const next = { msn: segments.length, part: open?.parts.length ?? 0 }
    return writeMediaPlaylist({
      name: rendition.name,
      kind,
      targetSeconds,
      partSeconds: hasParts ? plan.partSeconds : undefined,
      mediaSequence: first,
      discontinuitySequence: rendition.discontinuities[first] ?? 0,
      skipped,
      blocks: rendition.blocks(first + skipped, given),
      // While the encoder is away, what comes next may need other parameters.
      hint: state.isPaused ? undefined : next,
      reports: renditions.flatMap((other) => {
        const { last: newest } = other
        if (other === rendition || !newest || other.segments.length === 0) return []
        const closed = { msn: other.segments.length - 1, part: undefined }
        return [{ name: other.name, ...(hasParts ? newest : closed) }]
      }),
      isEnded,
    })
  }
}
