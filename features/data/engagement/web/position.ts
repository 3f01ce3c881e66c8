const two = (number: number) => String(number).padStart(2, '0')

/** `1:05` or `1:02:03`: a place in a video, as players write it. */
export const position = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
