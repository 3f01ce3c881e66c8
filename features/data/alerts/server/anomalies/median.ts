/** Zero without values. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const high = sorted[Math.floor(middle)] ?? 0
  return Number.isInteger(middle) ? (high + (sorted[middle - 1] ?? high)) / 2 : high
}
