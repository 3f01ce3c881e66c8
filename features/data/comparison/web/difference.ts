export interface Estimate {
  value: number | null
  /** The ends of the 95 % confidence interval. */
  low: number | null
  high: number | null
}

export interface Difference {
  value: number
  /** Both absent when the values have no confidence intervals. */
  low?: number
  high?: number
  /** Whether the difference may be chance; unknown without an interval. */
  canBeChance?: boolean
}

/** Combines both intervals: each bound uses the sides of the two intervals that face each other. ADR 0027 */
export const differenceOf = (one: Estimate, first: Estimate): Difference | undefined => {
  if (one.value === null || first.value === null) return undefined
  const value = one.value - first.value
  if (one.low === null || one.high === null || first.low === null || first.high === null)
    return { value }
  const low = value - Math.hypot(one.value - one.low, first.high - first.value)
  const high = value + Math.hypot(one.high - one.value, first.value - first.low)
  return { value, low, high, canBeChance: low <= 0 && high >= 0 }
}
