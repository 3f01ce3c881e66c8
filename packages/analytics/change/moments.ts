/** Sums over views of each one's numerator x and denominator y; they add up over disjoint groups. */
export interface Moments {
  views: number
  x: number
  y: number
  xx: number
  xy: number
  yy: number
}

/** The same group of views in the range of the question and in the baseline. */
export interface Group {
  after: Moments
  before: Moments
}

export const noMoments: Moments = { views: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 }

/** Of a count that is no sum over views. */
export const countedMoments = (count: number): Moments => ({
  views: count,
  x: count,
  y: count,
  xx: count,
  xy: count,
  yy: count,
})

const names = Object.keys(noMoments) as (keyof Moments)[]

export const sumOf = (all: readonly Moments[]): Moments => {
  return combined(all, (parts) => parts.reduce((sum, part) => sum + part, 0))
}

export const difference = (whole: Moments, part: Moments): Moments => {
  return combined([whole, part], ([a = 0, b = 0]) => a - b)
}

export const sumOfGroups = (groups: readonly Group[]): Group => {
  return {
    after: sumOf(groups.map(({ after }) => after)),
    before: sumOf(groups.map(({ before }) => before)),
  }
}

export const withoutGroup = (whole: Group, part: Group): Group => {
  return {
    after: difference(whole.after, part.after),
    before: difference(whole.before, part.before),
  }
}

function combined(all: readonly Moments[], of: (parts: number[]) => number): Moments {
  return Object.fromEntries(names.map((name) => [name, of(all.map((one) => one[name]))])) as {
    [Name in keyof Moments]: number
  }
}
