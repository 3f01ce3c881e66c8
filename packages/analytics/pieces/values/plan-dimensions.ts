import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { tierMs } from '../piece.ts'
import { mostStretches } from '../plan-question.ts'
import { type KnownPiece, planRange, type Stretch } from '../plan-range.ts'

/** Fresh pieces that have all values of the same dimensions. */
export interface AlikePieces {
  complete: ReadonlySet<string>
  pieces: readonly KnownPiece[]
}

/** Dimensions whose values the same pieces have, and what has to be read from views for them. */
export interface DimensionPlan {
  dimensions: readonly DimensionId[]
  pieces: readonly KnownPiece[]
  raw: readonly Stretch[]
}

interface PlannedDimensions {
  plans: DimensionPlan[]
  /** No pieces help these dimensions. */
  others: DimensionId[]
}

/** Each plan reads views once, so plans that are nearly alike become one. */
const mostPlans = 4
/** What a plan costs beside each of its dimensions: to find the views and to read their numbers. */
const costOfViews = 3

interface Candidate extends DimensionPlan {
  /** Of each of the alike pieces, whether it is complete in all of these dimensions. */
  hasAll: readonly boolean[]
  rawMs: number
}

/**
 * Covers a range for each dimension with pieces that have all its values: hours lack the dimensions with many values,
 * which then need whole days and longer ends.
 */
export const planDimensions = (
  range: Stretch,
  alike: readonly AlikePieces[],
  dimensions: readonly DimensionId[],
): PlannedDimensions => {
  const planned = (hasAll: readonly boolean[], own: readonly DimensionId[]): Candidate => {
    const usable = alike.flatMap(({ pieces }, index) => (hasAll[index] ? pieces : []))
    const { pieces, raw } = planRange(range, usable, ['day', 'hour'])
    const rawMs = raw.reduce((sum, { start, end }) => sum + end - start, 0)
    return { dimensions: own, pieces, raw, hasAll, rawMs }
  }
  const together = (a: Candidate, b: Candidate): Candidate =>
    planned(
      a.hasAll.map((has, index) => has && b.hasAll[index]!),
      [...a.dimensions, ...b.dimensions],
    )
  const groups = new Map<string, { hasAll: boolean[]; own: DimensionId[] }>()
  for (const dimension of dimensions) {
    const hasAll = alike.map(({ complete }) => complete.has(dimension))
    const group = groups.get(hasAll.join()) ?? { hasAll, own: [] }
    groups.set(hasAll.join(), group)
    group.own.push(dimension)
  }
  let candidates = [...groups.values()]
    .map(({ hasAll, own }) => planned(hasAll, own))
    .filter(isHelpful)
    .toSorted((a, b) => a.rawMs - b.rawMs)
  while (candidates.length > mostPlans) candidates = withCheapestUnion(candidates, together)
  const plans = candidates.filter(isHelpful)
  const helped = new Set(plans.flatMap((plan) => plan.dimensions))
  return { plans, others: dimensions.filter((dimension) => !helped.has(dimension)) }
}

function isHelpful({ pieces, raw }: DimensionPlan): boolean {
  return pieces.length > 0 && raw.length <= mostStretches
}

function costOf({ rawMs, dimensions }: Candidate): number {
  return rawMs * (dimensions.length + costOfViews)
}

/** Neighbours in the order of what they read from views are the most alike. */
function withCheapestUnion(
  candidates: readonly Candidate[],
  together: (a: Candidate, b: Candidate) => Candidate,
): Candidate[] {
  const unions = candidates.slice(1).map((next, index) => {
    const union = together(candidates[index]!, next)
    return { index, union, added: costOf(union) - costOf(candidates[index]!) - costOf(next) }
  })
  const cheapest = unions.reduce((best, one) => (one.added < best.added ? one : best))
  return candidates.toSpliced(cheapest.index, 2, cheapest.union)
}

/** A statement keeps the groups of all its dimensions in memory: those of eight dimensions in views of 30 days, as elsewhere. */
const mostDimensionDays = 8 * 30

/** The plans in as few statements as memory allows: those that read many views are divided. */
export const readTogether = (plans: readonly DimensionPlan[]): DimensionPlan[][] => {
  const statements: { plans: DimensionPlan[]; cost: number }[] = []
  for (const plan of plans.flatMap(divided)) {
    const cost = daysOf(plan) * plan.dimensions.length
    const fitting = statements.find((one) => one.cost + cost <= mostDimensionDays)
    if (fitting === undefined) statements.push({ plans: [plan], cost })
    else {
      fitting.plans.push(plan)
      fitting.cost += cost
    }
  }
  return statements.map((one) => one.plans)
}

function divided(plan: DimensionPlan): DimensionPlan[] {
  const size = Math.max(1, Math.floor(mostDimensionDays / Math.max(daysOf(plan), 1e-9)))
  const count = Math.ceil(plan.dimensions.length / size)
  return Array.from({ length: count }, (_, index) => ({
    ...plan,
    dimensions: plan.dimensions.slice(index * size, (index + 1) * size),
  }))
}

/** Days of views that these plans read, each as often as it has dimensions. */
export const dimensionDaysOf = (plans: readonly DimensionPlan[]): number =>
  plans.reduce((sum, plan) => sum + daysOf(plan) * plan.dimensions.length, 0)

function daysOf({ raw }: DimensionPlan): number {
  return raw.reduce((sum, { start, end }) => sum + end - start, 0) / tierMs.day
}
