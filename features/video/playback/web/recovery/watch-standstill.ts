import type Engine from 'hls.js'
import { Events } from 'hls.js'
import { pendingRequests } from './pending-requests.ts'
import { Standstill } from './standstill.ts'

const lookEveryMs = 500
/** Enough for the browser to begin to decode again. */
const nudgeSeconds = 0.1
/** Ranges begin and end a little beside the segments. */
const tolerance = 0.1
/** A video that stands so close to its end is over. */
const endSeconds = 1

const aheadOf = ({ buffered, currentTime }: HTMLMediaElement) => {
  for (let range = 0; range < buffered.length; range += 1)
    if (
      buffered.start(range) <= currentTime + tolerance &&
      buffered.end(range) > currentTime - tolerance
    )
      return buffered.end(range) - currentTime
  return 0
}

interface Standing {
  /** The player has given up, or the video is over. */
  isOver: () => boolean
  /** Where a video on demand ends. */
  end: () => number | undefined
  /** Loads what lies at the position of the viewer again. */
  again: () => void
}

/**
 * Helps a player that stands still without an error, which no event reports: the picture or the sound of a segment is not where its
 * playlist says, or a decoder gives nothing back.
 */
export const watchStandstill = (
  hls: Engine,
  media: HTMLMediaElement,
  { isOver, end, again }: Standing,
) => {
  const isLoading = pendingRequests(hls)
  const standstill = new Standstill()

  const isAtEnd = () => media.currentTime > (end() ?? Infinity) - endSeconds
  const isMeantToPlay = () =>
    !media.paused &&
    !media.ended &&
    !media.error &&
    hls.latestLevelDetails !== null &&
    media.playbackRate > 0 &&
    !document.hidden &&
    !isOver() &&
    !isAtEnd()

  const look = () => {
    const remedy = standstill.look({
      at: performance.now(),
      position: media.currentTime,
      isMeantToPlay: isMeantToPlay(),
      isSeeking: media.seeking,
      isLoading: isLoading(),
      ahead: aheadOf(media),
    })
    if (remedy === 'nudge') media.currentTime += nudgeSeconds
    else if (remedy === 'again') again()
  }
  const timer = setInterval(look, lookEveryMs)
  hls.on(Events.DESTROYING, () => clearInterval(timer))
}
