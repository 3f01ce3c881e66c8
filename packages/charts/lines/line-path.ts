/** Undefined is a gap. */
type PathSpot = readonly [x: number, y: number] | undefined

const runsOf = (spots: readonly PathSpot[], digits: number): string[][] => {
  const factor = 10 ** digits
  const rounded = (value: number) => Math.round(value * factor) / factor
  const runs: string[][] = []
  let isRunning = false
  for (const spot of spots) {
    if (!spot) {
      isRunning = false
      continue
    }
    if (!isRunning) runs.push([])
    isRunning = true
    runs.at(-1)?.push(`${rounded(spot[0])},${rounded(spot[1])}`)
  }
  return runs
}

/** A run of one point is closed, so that round line ends draw it as a dot. */
export const linePath = (spots: readonly PathSpot[], digits: number): string =>
  runsOf(spots, digits)
    .map((run) => `M${run.join('L')}${run.length === 1 ? 'Z' : ''}`)
    .join('')

/** The area between the line and its foot. */
export const areaPath = (spots: readonly PathSpot[], foot: number, digits: number): string =>
  runsOf(spots, digits)
    .map((run) => {
      const [first = '', last = ''] = [run[0], run.at(-1)]
      const below = (spot: string) => `${spot.slice(0, spot.indexOf(','))},${foot}`
      return `M${run.join('L')}L${below(last)}L${below(first)}Z`
    })
    .join('')
