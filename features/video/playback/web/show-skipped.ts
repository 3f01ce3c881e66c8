const shownMs = 10_000

/** `4 seconds of this video are damaged and were skipped.` */
export const skippedText = (seconds: number) => {
  const whole = Math.max(1, Math.round(seconds))
  return whole === 1
    ? '1 second of this video is damaged and was skipped.'
    : `${whole} seconds of this video are damaged and were skipped.`
}

/** Says for a while that a stretch was skipped. */
export const showSkipped = (notice: HTMLElement | null) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    show: (seconds: number) => {
      if (!notice) return
      notice.textContent = skippedText(seconds)
      clearTimeout(timer)
      timer = setTimeout(() => {
        notice.textContent = ''
      }, shownMs)
    },
    stop: () => clearTimeout(timer),
  }
}
