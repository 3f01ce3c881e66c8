type Ends = readonly [number, number]

/** Maps a value to its position. */
export const linearScale = ([low, high]: Ends, [from, to]: Ends) => {
  const slope = high === low ? 0 : (to - from) / (high - low)
  const origin = high === low ? (from + to) / 2 : from
  return (value: number): number => origin + (value - low) * slope
}

/** Columns side by side; `roomShare` is the gap as a share of a column's space. */
export const columnScale = (count: number, width: number, roomShare: number) => {
  const step = width / Math.max(1, count - roomShare)
  return { step, columnWidth: step * (1 - roomShare), leftOf: (index: number) => index * step }
}
