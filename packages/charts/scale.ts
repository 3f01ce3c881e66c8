type Ends = readonly [number, number]

/** Where a value lies. */
export const linearScale = ([low, high]: Ends, [from, to]: Ends) => {
  const slope = high === low ? 0 : (to - from) / (high - low)
  const origin = high === low ? (from + to) / 2 : from
  return (value: number): number => origin + (value - low) * slope
}

/** Columns side by side; the room between two is that share of what each one has. */
export const columnScale = (count: number, width: number, roomShare: number) => {
  const step = width / Math.max(1, count - roomShare)
  return { step, columnWidth: step * (1 - roomShare), leftOf: (index: number) => index * step }
}
