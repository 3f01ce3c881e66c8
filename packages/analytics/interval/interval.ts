import type { Moments } from '../change/moments.ts'

export interface Interval {
  low: number
  high: number
}

/** Standard errors of a normal distribution that hold the true value in 95 of 100 intervals. */
const sigmas95 = 1.959964

/** Interval of a share of views, by Wilson: it stays between 0 and 1 and is reliable for rare outcomes. */
export const shareInterval = (count: number, of: number): Interval | null => {
  if (of === 0) return null
  const [share, square] = [count / of, sigmas95 ** 2]
  const centre = share + square / (2 * of)
  const spread = sigmas95 * Math.sqrt((share * (1 - share)) / of + square / (4 * of ** 2))
  const scale = 1 + square / of
  return {
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  }
}

/** Interval of Σx / Σy, from the spread of x − r·y over the views. A mean is a ratio whose y is one. */
export const ratioInterval = ({ views, x, y, xx, xy, yy }: Moments): Interval | null => {
  if (y === 0 || views < 2) return null
  const ratio = x / y
  const squares = Math.max(xx - 2 * ratio * xy + ratio ** 2 * yy, 0)
  const error = (Math.sqrt((squares * views) / (views - 1)) / y) * tails(views - 1)
  return { low: ratio - error, high: ratio + error }
}

/** Interval of a sum, where both the values and the number of views are random. */
export const totalInterval = ({ x, xx }: Pick<Moments, 'x' | 'xx'>): Interval => {
  const error = sigmas95 * Math.sqrt(xx)
  return { low: Math.max(0, x - error), high: x + error }
}

/** The levels between which the percentile of so many values lies: the number of values below it is binomial. */
export const quantileLevels = (level: number, count: number): [number, number] => {
  const spread = sigmas95 * Math.sqrt((level * (1 - level)) / Math.max(count, 1))
  return [Math.max(0, level - spread), Math.min(1, level + spread)]
}

/** How much wider than normal the intervals of few values are, by Cornish and Fisher. */
function tails(degrees: number): number {
  const z = sigmas95
  const [first, second] = [(z ** 3 + z) / 4, (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96]
  return z + first / degrees + second / degrees ** 2
}
