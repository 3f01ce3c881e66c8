import type { TimeWindow } from './timeline/replay.ts'

const shortestMs = 50

/** Clamps a window to the whole, with a minimum length. */
export const clampWindow = (wanted: TimeWindow, whole: TimeWindow): TimeWindow => {
  const length = Math.min(Math.max(wanted.to - wanted.from, shortestMs), whole.to - whole.from)
  const from = Math.min(Math.max(wanted.from, whole.from), whole.to - length)
  return { from, to: from + length }
}

/** A factor below 1 zooms in; the moment stays at its place on the screen. */
export const zoomAround = (
  { from, to }: TimeWindow,
  at: number,
  factor: number,
  whole: TimeWindow,
): TimeWindow => {
  const anchor = at >= from && at <= to ? at : (from + to) / 2
  return clampWindow(
    { from: anchor - (anchor - from) * factor, to: anchor + (to - anchor) * factor },
    whole,
  )
}

/** Centres the window on the moment if that is outside of it. */
export const showing = (window: TimeWindow, at: number, whole: TimeWindow): TimeWindow => {
  if (at >= window.from && at <= window.to) return window
  const half = (window.to - window.from) / 2
  return clampWindow({ from: at - half, to: at + half }, whole)
}

export const isWhole = (window: TimeWindow, whole: TimeWindow) =>
  window.from <= whole.from && window.to >= whole.to

const seconds = (ms: number) => String(Number((ms / 1_000).toFixed(3)))

/** Seconds since the start of the view, as URLs have them. */
export const writeMoment = seconds

export const parseMoment = (text: string | undefined, whole: TimeWindow): number | undefined => {
  if (text === undefined || !/^-?\d{1,7}(\.\d{1,3})?$/.test(text)) return undefined
  return Math.min(whole.to, Math.max(whole.from, Number(text) * 1_000))
}

/** `12.4~30`: from and to; a minus sign already marks times before the start. */
export const writeWindow = ({ from, to }: TimeWindow) => `${seconds(from)}~${seconds(to)}`

export const parseWindow = (text: string | undefined, whole: TimeWindow): TimeWindow => {
  const [from, to, ...more] = (text ?? '').split('~').map((part) => parseMoment(part, whole))
  if (from === undefined || to === undefined || more.length > 0 || from >= to)
    return { from: whole.from, to: whole.to }
  return clampWindow({ from, to }, whole)
}

const steps = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200,
  10_800, 21_600, 43_200, 86_400,
].map((step) => step * 1_000)

export const ticksOf = ({ from, to }: TimeWindow, most = 8): number[] => {
  const step = steps.find((candidate) => (to - from) / candidate <= most) ?? steps.at(-1)!
  const first = Math.ceil(from / step)
  const count = Math.floor(to / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
}
