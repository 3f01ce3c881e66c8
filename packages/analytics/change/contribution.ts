import type { Group, Moments } from './moments.ts'

/**
 * How a metric follows from its views: a ratio of sums (or a mean), or a total that grows with the length of the range.
 */
export type Scale = { kind: 'ratio' } | { kind: 'total'; afterPerBefore: number }

interface Contribution {
  /** In units of the metric; the amounts of disjoint groups that cover all views add up to the change. */
  amount: number
  /** The part of the amount due to the group's own value … */
  rateEffect: number
  /** … and the part due to its share of the views. */
  mixEffect: number
  /** Share of the views (of the denominator), the larger of both ranges. */
  weight: number
  /** The amount beyond the group's share of a uniform change. */
  excess: number
  /** Distance of the amount, and of the excess, from zero in standard errors. */
  sigmas: number
  excessSigmas: number
}

/**
 * Prior: each group is assumed to have this many more views with the overall variance, so that a few equal views prove
 * nothing.
 */
const priorViews = 2

export const valueOf = ({ x, y }: Moments, scale: Scale): number | null => {
  if (scale.kind === 'total') return x
  return y === 0 ? null : x / y
}

/** The value before, scaled to the length of the range after. */
export const valueBefore = (before: Moments, scale: Scale): number | null => {
  const value = valueOf(before, scale)
  return scale.kind === 'total' && value !== null ? value * scale.afterPerBefore : value
}

export const changeOf = (all: Group, scale: Scale): number => {
  return (valueOf(all.after, scale) ?? 0) - (valueBefore(all.before, scale) ?? 0)
}

export const contributionOf = (group: Group, all: Group, scale: Scale): Contribution => {
  return scale.kind === 'ratio'
    ? ratioContribution(group, all)
    : totalContribution(group, all, scale.afterPerBefore)
}

function ratioContribution({ after, before }: Group, all: Group): Contribution {
  const [nowRatio, oldRatio] = [ratioOf(all.after), ratioOf(all.before)]
  const [nowShare, oldShare] = [part(after.y, all.after.y), part(before.y, all.before.y)]
  const nowValue = after.y === 0 ? oldRatio : after.x / after.y
  const oldValue = before.y === 0 ? oldRatio : before.x / before.y
  const amount = nowShare * (nowValue - oldRatio) - oldShare * (oldValue - oldRatio)
  const excess = amount - nowShare * (nowRatio - oldRatio)
  const pooled = meanSquare(all, oldRatio)
  const variance =
    amountVariance(after, all.after, oldRatio, pooled) +
    amountVariance(before, all.before, oldRatio, pooled) +
    (nowShare - oldShare) ** 2 * ratioVariance(all.before, pooled)
  const excessVariance =
    restedVariance(after, all.after, nowRatio, pooled) +
    restedVariance(before, all.before, oldRatio, pooled)
  const count = Math.max(after.views, before.views)
  return {
    amount,
    rateEffect: nowShare * (nowValue - oldValue),
    mixEffect: (nowShare - oldShare) * (oldValue - oldRatio),
    weight: Math.max(nowShare, oldShare),
    excess,
    sigmas: sigmasOf(amount, variance, count),
    excessSigmas: sigmasOf(excess, excessVariance, count),
  }
}

/** The share that the group would have of the value after, if it and all others had changed in proportion. */
export const heldShare = ({ after, before }: Group, all: Group, scale: Scale): number => {
  if (scale.kind === 'total') return part(before.x, all.before.x)
  const value = before.y === 0 ? ratioOf(all.before) : ratioOf(before)
  return part(after.y, all.after.y) * part(value, ratioOf(all.before))
}

function totalContribution({ after, before }: Group, all: Group, factor: number): Contribution {
  const amount = after.x - factor * before.x
  const growth = part(all.after.x, all.before.x)
  const excess = after.x - growth * before.x
  const weight = Math.max(part(after.x, all.after.x), part(before.x, all.before.x))
  const pooled = part(all.after.xx + all.before.xx, all.after.views + all.before.views)
  const spread = (per: number) =>
    after.xx + priorViews * pooled + per ** 2 * (before.xx + priorViews * pooled)
  const count = after.views + before.views
  return {
    amount,
    rateEffect: amount,
    mixEffect: 0,
    weight,
    excess,
    sigmas: sigmasOf(amount, spread(factor), count),
    excessSigmas: sigmasOf(excess, spread(growth) * Math.max(1 - weight, 0.01), count),
  }
}

function ratioOf({ x, y }: Moments): number {
  return part(x, y)
}

function part(over: number, under: number): number {
  return under === 0 ? 0 : over / under
}

/** Σ(x − r·y)² over the views of a group. */
function squares({ xx, xy, yy }: Moments, ratio: number): number {
  return Math.max(xx - 2 * ratio * xy + ratio ** 2 * yy, 0)
}

function meanSquare({ after, before }: Group, ratio: number): number {
  return part(squares(after, ratio) + squares(before, ratio), after.views + before.views)
}

/** Variance of Σ_group(x − r·y) / Σ_all y, where the denominator is random as well. */
function amountVariance(group: Moments, all: Moments, ratio: number, pooled: number): number {
  if (all.y === 0) return 0
  const amount = (group.x - ratio * group.y) / all.y
  const product = group.xy - ratio * group.yy
  const sum =
    squares(group, ratio) + priorViews * pooled - 2 * amount * product + amount ** 2 * all.yy
  return Math.max(sum, 0) / all.y ** 2
}

/** Variance of the deviation of a group from all others. */
function restedVariance(group: Moments, all: Moments, ratio: number, pooled: number): number {
  if (all.y === 0) return 0
  const share = group.y / all.y
  const own = squares(group, ratio) + priorViews * pooled
  const others = Math.max(squares(all, ratio) - squares(group, ratio), 0)
  return ((1 - share) ** 2 * own + share ** 2 * others) / all.y ** 2
}

function ratioVariance(all: Moments, pooled: number): number {
  return all.y === 0 ? 0 : (squares(all, ratioOf(all)) + priorViews * pooled) / all.y ** 2
}

/** With few views the tails are heavier than normal: Wallace's approximation of Student's t. */
function sigmasOf(amount: number, variance: number, count: number): number {
  if (variance <= 0 || count < 2) return 0
  const t = amount / Math.sqrt(variance)
  const degrees = count - 1
  return Math.sign(t) * Math.sqrt(degrees * Math.log1p(t ** 2 / degrees))
}

/** Probability that a change of the metric is not chance, two-sided. */
export const changeSureness = (all: Group, scale: Scale): number => {
  if (scale.kind === 'total') {
    const { after, before } = all
    const variance = after.xx + scale.afterPerBefore ** 2 * before.xx
    return twoSided(changeOf(all, scale), variance)
  }
  const variance = [all.after, all.before].reduce((sum, one) => {
    return sum + (one.y === 0 ? 0 : squares(one, ratioOf(one)) / one.y ** 2)
  }, 0)
  return twoSided(changeOf(all, scale), variance)
}

function twoSided(change: number, variance: number): number {
  return variance === 0 ? 0 : 1 - 2 * tailOf(Math.abs(change) / Math.sqrt(variance))
}

/** Probability of a normal deviation above so many standard errors. Abramowitz and Stegun 7.1.26. */
export const tailOf = (sigmas: number): number => {
  const x = Math.abs(sigmas) / Math.SQRT2
  // Beyond 3 the error of the approximation is larger than the tail itself.
  const tail = x > 3 ? farTail(x) : nearTail(x)
  return sigmas >= 0 ? tail : 1 - tail
}

function nearTail(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const sum =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return (sum * Math.exp(-x * x)) / 2
}

function farTail(x: number): number {
  return (Math.exp(-x * x) / (x * Math.sqrt(Math.PI)) / 2) * (1 - 1 / (2 * x * x))
}
