import { tailOf } from './contribution.ts'
import { difference, type Moments, sumOf } from './moments.ts'

/** Steps [start, end) that differ from all others; their start is never the first step. */
interface ChangeStart {
  start: number
  end: number
  sureness: number
}

/** Two levels must explain at least this share of the variation; a daily wave does not reach it. */
const leastExplained = 0.88
const leastSureness = 0.99
const leastViews = 5

/**
 * Finds the moment at which a metric changed its level: the start of the contiguous part whose steps differ most from
 * all others. Returned only when it is unlikely to be chance, given the number of parts, and when two levels explain
 * most of the variation: a metric that always drifts has no such moment. ADR 0027
 */
export const findChangeStart = (steps: readonly Moments[]): ChangeStart | undefined => {
  const whole = sumOf(steps)
  if (whole.y <= 0) return undefined
  const mean = whole.x / whole.y
  const part = mostDifferent(steps, mean)
  if (part === undefined) return undefined
  const { start, end, between } = part
  const inner = sumOf(steps.slice(start, end))
  const outer = difference(whole, inner)
  const partCount = (steps.length * (steps.length - 1)) / 2
  const sureness = 1 - partCount * 2 * tailOf(sigmasBetween(inner, outer))
  if (sureness < leastSureness) return undefined
  // The variation that steps with so few views have by chance.
  const noise = steps.reduce((sum, step, index) => {
    const own = index >= start && index < end ? inner : outer
    return sum + (step.y > 0 ? squares(own, own.x / own.y) / own.y : 0)
  }, 0)
  const all = steps.reduce((sum, step) => sum + betweenOf(step.x, step.y, mean), 0)
  // The noise is an estimate, as uncertain as a sum of so many squares.
  const chance = noise * (1 + 3 * Math.sqrt(2 / steps.length))
  return between >= leastExplained * (all - chance) ? { start, end, sureness } : undefined
}

/** Examines every part; prefix sums reduce each to one subtraction. */
function mostDifferent(steps: readonly Moments[], mean: number) {
  const sums = { views: [0], x: [0], y: [0] }
  for (const step of steps)
    for (const name of ['views', 'x', 'y'] as const)
      sums[name].push(sums[name].at(-1)! + step[name])
  const of = (name: 'views' | 'x' | 'y', start: number, end: number) =>
    sums[name][end]! - sums[name][start]!
  const [views, x, y] = (['views', 'x', 'y'] as const).map((name) => sums[name].at(-1)!)
  let best: { start: number; end: number; between: number } | undefined
  for (let start = 1; start < steps.length; start += 1) {
    for (let end = start + 1; end <= steps.length; end += 1) {
      const count = of('views', start, end)
      if (count < leastViews || views! - count < leastViews) continue
      const [ownX, ownY] = [of('x', start, end), of('y', start, end)]
      const between = betweenOf(ownX, ownY, mean) + betweenOf(x! - ownX, y! - ownY, mean)
      if (best === undefined || between > best.between) best = { start, end, between }
    }
  }
  return best
}

/** Σ y × (m − mean)² */
function betweenOf(x: number, y: number, mean: number): number {
  return y <= 0 ? 0 : (x - mean * y) ** 2 / y
}

/** Σ(x − r·y)² */
function squares({ xx, xy, yy }: Moments, ratio: number): number {
  return Math.max(xx - 2 * ratio * xy + ratio ** 2 * yy, 0)
}

function sigmasBetween(a: Moments, b: Moments): number {
  const [first, second] = [a, b].map((one) => ({
    value: one.x / one.y,
    variance: squares(one, one.x / one.y) / one.y ** 2,
  }))
  const variance = first!.variance + second!.variance
  const apart = Math.abs(first!.value - second!.value)
  // Without variance within the levels, any distance is significant.
  return variance === 0 ? (apart > 0 ? 40 : 0) : apart / Math.sqrt(variance)
}
