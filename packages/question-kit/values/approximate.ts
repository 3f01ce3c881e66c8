/** In percent, rounded up. */
const percentOf = (approximate: number) => Math.ceil(approximate * 1_000) / 10

/** How far a percentile that comes from sums may be from the exact one. */
export const errorText = (approximate: number) => `${percentOf(approximate)} %`

/** The same for the negative impact, which is a difference of two percentiles. */
export const impactErrorText = (approximate: number) => `${2 * percentOf(approximate)} %`

/** For tooltips; undefined when the value is exact. */
export const approximateText = (approximate: number | undefined) =>
  approximate === undefined ? undefined : `≈ from sums, within ${errorText(approximate)}`
