import type Engine from 'hls.js'
import {
  type ErrorData,
  ErrorDetails,
  ErrorTypes,
  Events,
  type Fragment,
  type LevelDetails,
  type MediaFragment,
  PlaylistLevelType,
} from 'hls.js'
import { appendedSegments } from './appended-segments.ts'
import { DamagedPlaces, type Stretch } from './damaged-places.ts'
import { loadElsewhere } from './load-elsewhere.ts'
import { loadPastCache } from './load-past-cache.ts'
import { keepPlaying } from './keep-playing.ts'
import { listedSegments } from './listed-segments.ts'
import { reloadStream } from './reload-stream.ts'
import { watchStandstill } from './watch-standstill.ts'

/** The browser refuses a segment, or the engine cannot read it. */
const refusals: ReadonlySet<string> = new Set([
  ErrorDetails.BUFFER_APPEND_ERROR,
  ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET,
  ErrorDetails.FRAG_PARSING_ERROR,
])
/** Of errors that name no segment; as many as before there was a player that skips. */
const recoveriesMax = 2
/** The decoder is a little ahead of what is shown, in seconds of the viewer. */
const decodedAheadSeconds = 0.5
/** Times of packets are rounded; a packet of sound lasts 20 milliseconds. */
const halfPacketSeconds = 0.01
const emptyAppendsMax = 3
/** Appends that were under way when the stream was attached again. */
const removedName = 'HlsJsTrackRemovedError'
/** The engine loads no segment with this tag. */
const gapTag = 'GAP'
/** One stretch may be crossed twice while the stream is attached again. */
const toldAgainMs = 5_000
/** Before the end of a video whose last segments are damaged. */
const lastSeconds = 0.5
/** A player that stands so close to the end of a segment waits for the next one. */
const standsBefore = 0.3

export const isDamage = ({ details }: ErrorData) => refusals.has(details)

/**
 * Plays on after damage: the stream is attached again, and a segment that fails again is skipped when the viewer gets there. The returned
 * function takes an error and says whether it has been dealt with.
 */
export const recoverPlayback = (
  hls: Engine,
  media: HTMLMediaElement,
  onSkipped: (seconds: number) => void,
) => {
  const kept = keepPlaying(media)
  const appended = appendedSegments(hls)
  const elsewhere = loadElsewhere(hls)
  const loadAgain = loadPastCache(hls)
  const listed = listedSegments(hls)
  let places = new DamagedPlaces()
  let recoveries = 0
  let hasGivenUp = false
  let hasEnded = false
  /** Of what has nothing to do with damage. */
  let hasFailed = false
  let isReloading = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The engine skips what it has marked as a gap, whatever the playlist says. */
  const markIn = (details: LevelDetails | undefined, parent: 'main' | 'audio') => {
    for (const frag of details?.fragments ?? []) {
      if (!places.isSkipped(frag)) continue
      if (!frag.tagList.some(([tag]) => tag === gapTag)) frag.tagList.push([gapTag])
      for (const part of details?.partList ?? []) if (part.fragment.sn === frag.sn) part.gap = true
      hls.trigger(Events.ERROR, {
        type: ErrorTypes.MEDIA_ERROR,
        details: ErrorDetails.BUFFER_APPEND_NO_PROGRESS,
        fatal: false,
        frag,
        parent,
        appendsWithoutProgress: Infinity,
        error: new Error('The segment is damaged.'),
      } as ErrorData)
    }
  }
  const mark = () => {
    for (const { details } of hls.levels) markIn(details, 'main')
    for (const { details } of hls.allAudioTracks) markIn(details, 'audio')
  }
  hls.on(Events.LEVEL_UPDATED, (_, { details }) => markIn(details, 'main'))
  hls.on(Events.AUDIO_TRACK_UPDATED, (_, { details }) => markIn(details, 'audio'))
  hls.on(Events.MANIFEST_LOADING, () => {
    const isOwn = isReloading
    isReloading = false
    if (isOwn) return
    places = new DamagedPlaces()
    recoveries = 0
    hasGivenUp = false
    hasEnded = false
    hasFailed = false
  })
  hls.on(Events.MEDIA_ATTACHED, () => {
    hasEnded = false
  })
  hls.on(Events.DESTROYING, () => {
    hasGivenUp = true
    clearTimeout(timer)
  })

  const giveUp = () => {
    if (hasGivenUp) return
    hasGivenUp = true
    hls.trigger(Events.ERROR, {
      type: ErrorTypes.MEDIA_ERROR,
      details: ErrorDetails.BUFFER_APPEND_ERROR,
      fatal: true,
      error: new Error('Too much of the video is damaged.'),
    })
  }

  /** The stretch up to the end of a video on demand. */
  const isLast = ({ end }: Stretch) => {
    const { live, edge } = hls.latestLevelDetails ?? {}
    return live === false && edge !== undefined && end > edge - 1
  }
  let told: { end: number; at: number } | undefined
  const tell = ({ end }: Stretch, seconds: number) => {
    const now = performance.now()
    const isKnown = told?.end === end && now - told.at < toldAgainMs
    told = { end, at: now }
    if (!isKnown) onSkipped(seconds)
  }

  /** Where the last segment is skipped, nothing tells the engine that the video is over. */
  const endAt = (run: Stretch) => {
    if (hasEnded || !isLast(run)) return
    hasEnded = true
    tell(run, run.end - run.start)
    hls.trigger(Events.BUFFER_EOS, { type: null })
  }

  // What is added behind an end takes it back, as when another rendition replaces the last whole segment.
  hls.on(Events.BUFFER_APPENDED, () => {
    if (!hasEnded) return
    hasEnded = false
    const ahead = places.ahead(media.currentTime)
    if (ahead) endAt(ahead)
  })

  let position = 0
  const follow = ({ type }: Event) => {
    if (hasGivenUp || media.readyState === 0 || media.error) return
    const now = media.currentTime
    const crossed = now > position ? places.crossed(position, now) : undefined
    if (crossed) tell(crossed, crossed.end - Math.max(crossed.start, position))
    position = now
    if (type === 'seeking') hasEnded = false
    const isThere = type === 'waiting' || places.runAt(now) !== undefined
    const ahead = isThere ? places.ahead(now) : undefined
    if (ahead?.end === Infinity) giveUp()
    else if (ahead) endAt(ahead)
  }
  for (const event of ['timeupdate', 'seeking', 'waiting']) media.addEventListener(event, follow)

  const playOn = (isAttached: boolean) => {
    clearTimeout(timer)
    timer = undefined
    const run = places.runAt(kept.position())
    const isOver = run !== undefined && (run.end === Infinity || isLast(run))
    if (isOver && (run.end === Infinity || run.start < lastSeconds)) return giveUp()
    const from = isOver ? run.start - lastSeconds : (run?.end ?? kept.position())
    if (!isAttached) hls.recoverMediaError()
    hls.stopLoad()
    hls.startLoad(from)
    kept.resumeAt(from)
  }
  /** The engine attaches the stream again only where it has more to append. */
  const playOnSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => playOn(false))
  }

  /** The engine waits here where its picture and its sound have come to different segments behind the stretch. */
  const crossOver = () => {
    const ahead = places.ahead(media.currentTime)
    if (!ahead || ahead.end === Infinity || isLast(ahead)) return
    hls.stopLoad()
    hls.startLoad(ahead.end)
    media.currentTime = ahead.end
  }

  const isLive = () => hls.latestLevelDetails?.live === true

  const note = (segment: Fragment | undefined, place: Stretch | undefined = segment) => {
    if (!segment || !place || segment.sn === 'initSegment') return
    loadAgain(segment)
    const isKnown = places.note(place, kept.position())
    // The engine itself skips it at its first failure, in one buffer alone and without a word.
    if (isKnown || (isLive() && places.note(place, kept.position()))) {
      elsewhere.stop()
      mark()
      return
    }
    elsewhere.start(segment)
    // The engine skips it at its first failure.
    ;(segment as MediaFragment).gap = false
  }

  /** The decoder failed: what was being added just then was refused for that alone. */
  const isOfDecoder = () =>
    media.error?.code === MediaError.MEDIA_ERR_DECODE && !media.error.message.includes('APPEND')

  const noteDecoded = () => {
    const message = media.error?.message ?? ''
    // Chromium names the packet; others only fail where the viewer is.
    const [, microseconds] = /\btimestamp=(\d+)/.exec(message) ?? []
    const at = microseconds
      ? Number(microseconds) / 1e6 + halfPacketSeconds
      : kept.position() + decodedAheadSeconds * media.playbackRate
    // Segments of sound begin a little before or after those of the picture.
    const sound = /\baudio packet\b/.test(message)
      ? hls.audioTracks[hls.audioTrack]?.details
      : undefined
    const { fragments = [] } = sound ?? hls.latestLevelDetails ?? {}
    note(fragments.find(({ end }) => at < end))
  }

  watchStandstill(hls, media, {
    isOver: () => hasGivenUp || hasEnded || hasFailed,
    end: listed.end,
    again: () => {
      kept.look()
      const found = listed.at(kept.position() + standsBefore)
      if (!found) return
      note(found.segment, found.place)
      isReloading = true
      reloadStream(hls, () => playOn(true))
    },
  })

  /** The error of the element that follows is of the same segment. */
  const onRefused = (buffer: string) => {
    kept.look()
    if (!isOfDecoder()) note(appended.refusedBy(buffer, kept.position()))
    else if (timer === undefined) noteDecoded()
    playOnSoon()
  }

  media.addEventListener('error', () => {
    if (timer !== undefined || media.error?.code !== MediaError.MEDIA_ERR_DECODE) return
    noteDecoded()
    playOnSoon()
  })

  const onRead = ({ frag }: ErrorData) => {
    const isMedia = frag?.type === PlaylistLevelType.MAIN || frag?.type === PlaylistLevelType.AUDIO
    note(isMedia ? frag : undefined)
    playOn(true)
  }

  const recover = (data: ErrorData): boolean => {
    const { details, fatal, frag } = data
    if (hasGivenUp || data.type !== ErrorTypes.MEDIA_ERROR) return false
    if (details === ErrorDetails.BUFFER_APPENDING_ERROR) {
      onRefused(data.sourceBufferName ?? '')
      return true
    }
    if (details === ErrorDetails.BUFFER_APPEND_NO_PROGRESS) {
      if (frag && data.appendsWithoutProgress === emptyAppendsMax) {
        note(frag)
        if (!isLive()) note(frag)
      }
      return true
    }
    if (details === ErrorDetails.FRAG_PARSING_ERROR) {
      onRead(data)
      return true
    }
    if (data.error.name === removedName) return true
    if (details === ErrorDetails.BUFFER_STALLED_ERROR && !fatal) {
      crossOver()
      return true
    }
    if (details === ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET && !fatal) {
      playOn(true)
      return true
    }
    if (!fatal) return true
    if (details === ErrorDetails.BUFFER_STALLED_ERROR) noteDecoded()
    else recoveries += 1
    if (recoveries > recoveriesMax) return false
    playOn(false)
    return true
  }

  return (data: ErrorData): boolean => {
    const isRecovered = recover(data)
    if (!isRecovered && data.fatal) hasFailed = true
    return isRecovered
  }
}
