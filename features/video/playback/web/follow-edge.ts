import type Engine from 'hls.js'

const lookEveryMs = 500
/** Further behind than so many times the target, a player has lost the edge and jumps back to it. */
const lostAfterTargets = 3
/** A viewer who is this much behind the target has chosen to be. */
const behindSeconds = 4
/** Each stall lets the engine wait longer for good; after so long without one it may come closer again. */
const calmMs = 5 * 60_000

export interface Edge {
  /** Seconds behind the newest moment; undefined until it is known. */
  behind: number | undefined
  target: number
  goTo: () => void
}

/** Safari plays by itself and says only what can be reached. */
const nativeEdge = (media: HTMLMediaElement): Edge => {
  const { seekable, currentTime } = media
  const end = seekable.length > 0 ? seekable.end(seekable.length - 1) : undefined
  return {
    behind: end === undefined ? undefined : Math.max(0, end - currentTime),
    target: behindSeconds,
    goTo: () => {
      if (end !== undefined) media.currentTime = end
    },
  }
}

const edgeOf = (media: HTMLMediaElement, hls: Engine | undefined): Edge => {
  if (!hls) return nativeEdge(media)
  const { liveSyncPosition, latency } = hls
  return {
    behind: liveSyncPosition === null || latency <= 0 ? undefined : latency,
    target: hls.targetLatency ?? behindSeconds,
    goTo: () => {
      if (hls.liveSyncPosition !== null) media.currentTime = hls.liveSyncPosition
    },
  }
}

export const behindText = (seconds: number) =>
  seconds < 60
    ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s behind`
    : `${Math.floor(seconds / 60)} m ${Math.floor(seconds % 60)} s behind`

/** Lets the engine come closer to the edge again once it has not stalled for a while. */
const forgiveStalls = (hls: Engine, stalled: string) => {
  let first: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const onError = (_: unknown, { details }: { details: string }) => {
    if (details !== stalled) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (first !== undefined) hls.targetLatency = first
    }, calmMs)
  }
  return {
    onError,
    note: () => {
      first ??= hls.targetLatency ?? undefined
    },
    stop: () => clearTimeout(timer),
  }
}

export interface FollowedEdge {
  onError: (event: unknown, data: { details: string }) => void
  stop: () => void
}

/** The badge with the distance behind, which leads to the edge, and the way back after a long stall. */
export const followEdge = (
  root: HTMLElement,
  media: HTMLMediaElement,
  hls: Engine | undefined,
  stalled: string,
): FollowedEdge => {
  const badge = root.querySelector<HTMLElement>('[data-part="live"]')
  const text = root.querySelector<HTMLElement>('[data-part="behind"]')
  const stalls = hls && forgiveStalls(hls, stalled)
  let hasSought = false
  let isOurs = false
  const goTo = () => {
    isOurs = true
    hasSought = false
    edgeOf(media, hls).goTo()
    if (media.paused) void media.play().catch(() => undefined)
  }
  const onSeeking = () => {
    if (!isOurs) hasSought = true
    isOurs = false
  }
  const look = () => {
    stalls?.note()
    const { behind, target } = edgeOf(media, hls)
    if (!badge || !text || behind === undefined) return
    const isAtEdge = behind < target + behindSeconds
    if (isAtEdge) hasSought = false
    badge.hidden = false
    badge.toggleAttribute('data-behind', !isAtEdge)
    const words = isAtEdge ? behindText(behind) : `${behindText(behind)} · Go to live`
    if (text.textContent !== words) text.textContent = words
    badge.setAttribute(
      'aria-label',
      isAtEdge ? `Live, ${words}` : `Go to live, ${behindText(behind)}`,
    )
    if (
      !media.paused &&
      !hasSought &&
      behind > lostAfterTargets * target &&
      behind > 2 * behindSeconds
    )
      goTo()
  }
  badge?.addEventListener('click', goTo)
  media.addEventListener('seeking', onSeeking)
  const timer = setInterval(look, lookEveryMs)
  return {
    onError: (event, data) => stalls?.onError(event, data),
    stop: () => {
      clearInterval(timer)
      stalls?.stop()
      badge?.removeEventListener('click', goTo)
      media.removeEventListener('seeking', onSeeking)
    },
  }
}
