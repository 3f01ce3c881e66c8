import { canPause, type Shown, windowFrom } from './time-machine.ts'
import { firstOfWindow, lastOfWindow, stepOf } from './steps.ts'

type Search = Record<string, string | string[] | undefined>

/** Links of other programs may carry milliseconds. */
const millisecondsFrom = 100_000_000_000

const secondsOf = (value: string | string[] | undefined) => {
  const text = Array.isArray(value) ? value.at(-1) : value
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number) || number <= 0) return undefined
  return stepOf(number >= millisecondsFrom ? number / 1_000 : number)
}

/** MONI-012: `start` is the first step of a window, `timestamp` the step whose values are listed. */
export const readTime = (search: Search, newest: number): Shown => {
  const start = secondsOf(search.start)
  const timestamp = secondsOf(search.timestamp)
  if (start === undefined && timestamp === undefined) return { kind: 'live' }
  if (start === undefined) {
    const at = Math.min(timestamp ?? newest, newest)
    return canPause(at, newest) ? { kind: 'paused', at } : windowFrom(firstOfWindow(at), newest)
  }
  const first = Math.min(start, newest)
  const shown = windowFrom(first, newest)
  if (timestamp === undefined || shown.kind !== 'window') return shown
  // MONI-019
  return { ...shown, at: Math.min(Math.max(timestamp, first), lastOfWindow(first)) }
}

export const writeTime = (
  shown: Shown,
): { start: string | undefined; timestamp: string | undefined } => {
  if (shown.kind === 'live') return { start: undefined, timestamp: undefined }
  if (shown.kind === 'paused') return { start: undefined, timestamp: String(shown.at) }
  return { start: String(shown.start), timestamp: String(shown.at) }
}
