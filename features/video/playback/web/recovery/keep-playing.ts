/** Keeps what a media element forgets when its stream is attached again: the position, the speed, and that it was playing. */
export const keepPlaying = (media: HTMLMediaElement) => {
  let [position, rate, isPlaying] = [0, media.playbackRate, !media.paused]
  /** An element that has failed, or has nothing to show, may be anywhere. */
  const isReliable = (leastState: number) => media.error === null && media.readyState >= leastState
  const look = () => {
    if (isReliable(HTMLMediaElement.HAVE_CURRENT_DATA)) position = media.currentTime
  }
  media.addEventListener('timeupdate', look)
  media.addEventListener('seeking', () => {
    if (isReliable(HTMLMediaElement.HAVE_METADATA)) position = media.currentTime
  })
  media.addEventListener('ratechange', () => {
    if (isReliable(HTMLMediaElement.HAVE_METADATA)) rate = media.playbackRate
  })
  media.addEventListener('play', () => {
    isPlaying = true
  })
  media.addEventListener('pause', () => {
    // A source that fails ends, which is no wish of the viewer.
    if (media.error === null && !media.ended) isPlaying = false
  })
  return {
    look,
    position: () => position,
    /** Once the stream is attached again. */
    resumeAt: (from: number) => {
      position = from
      media.playbackRate = rate
      if (isPlaying) void media.play().catch(() => undefined)
    },
  }
}
