import {
  changeOf,
  changeSureness,
  contributionOf,
  heldShare,
  type Scale,
  tailOf,
} from './contribution.ts'
import { type Group, sumOfGroups, withoutGroup } from './moments.ts'

/** Views that match the same candidates; bit k of the mask stands for candidate k. */
export interface Cell {
  mask: number
  group: Group
}

interface Search {
  scale: Scale
  cells: readonly Cell[]
  /** The dimension of each candidate value, plainest dimension first. */
  dimensions: readonly string[]
  /** Number of groups examined, some of which stand out by chance. */
  testCount: number
}

export interface Explanation {
  /** One or two candidates. */
  candidates: number[]
  group: Group
  /** Fraction of the change; more than 1 when other views offset a part of it. */
  share: number
  amount: number
  rateEffect: number
  mixEffect: number
  /** Probability that it is not chance, corrected for the number of groups examined. */
  sureness: number
}

/** METR-082: a group with less than this share of the views explains nothing. */
export const leastViewShare = 0.01
const leastViews = 5
const leastShare = 0.03
/**
 * A group that always had most of a metric also has most of its change: only the part beyond that explains anything.
 */
const leastShareBeyond = 0.1
const leastSureness = 0.98
/** The change itself must not look like chance. */
const leastChangeSureness = 0.8
const maximumRows = 8
/**
 * A plainer dimension is preferred if it has at least this share of the best one's evidence, and at most this many
 * times its views.
 */
const plainerFrom = 0.93
const plainerWeight = 1.08
/**
 * A pair of values is reported when its part of the change per view is at least twice that of the rest of either value.
 */
const densestRest = 0.5
const leastOfPart = 0.25
const largestOfPart = 0.8
const pairSigmas = 3

/**
 * Finds the group of views that deviates most evidently, describes it as plainly as possible, removes its views, and
 * repeats: groups that only mirror a found one have nothing left to explain.
 */
export const findExplanations = (search: Search): Explanation[] => {
  const found: Explanation[] = []
  const whole = sumOfGroups(search.cells.map(({ group }) => group))
  const change = changeOf(whole, search.scale)
  if (change === 0 || changeSureness(whole, search.scale) < leastChangeSureness) return []
  let cells = search.cells
  while (found.length < maximumRows) {
    const next = bestOf(new Look(search, cells, whole, Math.sign(change)))
    if (next === undefined) break
    found.push(next)
    const taken = maskOf(next.candidates)
    cells = cells.filter(({ mask }) => (mask & taken) !== taken)
  }
  return found.toSorted((a, b) => b.share * b.sureness - a.share * a.sureness)
}

interface Found {
  candidates: number[]
  group: Group
  evidence: number
  weight: number
  amount: number
}

/** Evaluates groups among the views that are not explained yet. */
class Look {
  readonly search: Search
  readonly left: Group
  readonly #cells: readonly Cell[]
  readonly #whole: Group
  readonly #direction: number

  constructor(search: Search, cells: readonly Cell[], whole: Group, direction: number) {
    this.search = search
    this.#cells = cells
    this.#whole = whole
    this.#direction = direction
    this.left = sumOfGroups(cells.map(({ group }) => group))
  }

  groupOf(candidates: number[]): Group {
    const wanted = maskOf(candidates)
    return sumOfGroups(
      this.#cells.filter(({ mask }) => (mask & wanted) === wanted).map(({ group }) => group),
    )
  }

  found(candidates: number[], group = this.groupOf(candidates)): Found {
    const { amount, weight, sigmas, excessSigmas } = contributionOf(
      group,
      this.left,
      this.search.scale,
    )
    const evidence = Math.min(sigmas * this.#direction, excessSigmas * this.#direction)
    return { candidates, group, evidence, weight, amount: amount * this.#direction }
  }

  /** By how many standard errors a part of a group deviates from the rest of it. */
  deviation(inner: Group, outer: Group): number {
    return contributionOf(inner, outer, this.search.scale).excessSigmas * this.#direction
  }

  explanation({ candidates, group, evidence }: Found): Explanation | undefined {
    const { amount, rateEffect, mixEffect } = contributionOf(group, this.#whole, this.search.scale)
    const share = amount / changeOf(this.#whole, this.search.scale)
    const sureness = Math.max(0, 1 - this.search.testCount * tailOf(evidence))
    const isLarge = (['after', 'before'] as const).some(
      (range) =>
        group[range].views >= leastViews &&
        group[range].views >= this.#whole[range].views * leastViewShare,
    )
    const isBeyond =
      share - heldShare(group, this.#whole, this.search.scale) >= leastShareBeyond * share
    if (!isLarge || !isBeyond || share < leastShare || sureness < leastSureness) return undefined
    return { candidates, group, share, amount, rateEffect, mixEffect, sureness }
  }
}

function bestOf(look: Look): Explanation | undefined {
  const singles = look.search.dimensions.map((_, candidate) => look.found([candidate]))
  const possible = singles.filter((single) => single.evidence > 0)
  // The most evident group may be too small to report.
  for (const single of simplestFirst(possible)) {
    const pair = pairWithin(single, singles, look)
    const explanation = (pair && look.explanation(pair)) ?? look.explanation(single)
    if (explanation) return explanation
  }
  return undefined
}

function pairWithin(single: Found, singles: readonly Found[], look: Look): Found | undefined {
  const [own = 0] = single.candidates
  const { dimensions } = look.search
  const pairs = singles.flatMap((other) => {
    const [partner = 0] = other.candidates
    if (dimensions[own] === dimensions[partner]) return []
    const pair = look.found([own, partner].toSorted((a, b) => a - b))
    const isDense =
      isDenserThan(pair, single, look) &&
      isDenserThan(pair, other, look) &&
      pair.amount >= leastOfPart * single.amount
    return isDense && look.explanation(pair) ? [pair] : []
  })
  return simplestFirst(pairs)[0]
}

function isDenserThan(pair: Found, single: Found, look: Look): boolean {
  if (pair.weight === 0 || pair.weight > largestOfPart * single.weight) return false
  const rest = look.found([], withoutGroup(single.group, pair.group))
  const isDense = density(rest) <= densestRest * density(pair)
  return isDense && look.deviation(pair.group, single.group) >= pairSigmas
}

function density({ amount, weight }: Found): number {
  return weight === 0 ? 0 : amount / weight
}

/** By evidence; among groups with about equal evidence the plainest one goes first. */
function simplestFirst(found: readonly Found[]): Found[] {
  const ordered = found.toSorted((a, b) => b.evidence - a.evidence)
  const [best] = ordered
  if (best === undefined) return []
  const alike = ordered.filter(
    ({ evidence, amount, weight }) =>
      evidence >= plainerFrom * best.evidence &&
      amount >= plainerFrom * best.amount &&
      weight <= plainerWeight * best.weight,
  )
  const [plainest = best] = alike.toSorted((a, b) => rank(a) - rank(b))
  return [plainest, ...ordered.filter((one) => one !== plainest)]
}

function rank({ candidates }: Found): number {
  return candidates.reduce((sum, candidate) => sum + candidate, 0)
}

function maskOf(candidates: readonly number[]): number {
  return candidates.reduce((mask, candidate) => mask | (1 << candidate), 0)
}
