export interface Estimate {
  value: number | null
  /** Between which it lies with 95 %. */
  low: number | null
  high: number | null
}

export interface Difference {
  value: number
  /** Both absent where nothing tells how sure the values are. */
  low?: number
  high?: number
  /** Whether both values could be the same; unknown without an interval. */
  canBeChance?: boolean
}

/** From the intervals of both, each counted on the side that faces the other. ADR 0027 */
export const differenceOf = (one: Estimate, first: Estimate): Difference | undefined => {
  if (one.value === null || first.value === null) return undefined
  const value = one.value - first.value
  if (one.low === null || one.high === null || first.low === null || first.high === null)
    return { value }
  const low = value - Math.hypot(one.value - one.low, first.high - first.value)
  const high = value + Math.hypot(one.high - one.value, first.value - first.low)
  return { value, low, high, canBeChance: low <= 0 && high >= 0 }
}
