import type { DimensionId } from '@playhead/metrics/dimensions.ts'

/** An hour of the day that is made; without a piece that has all of its views, it is read from views. */
export interface HourOfDay {
  /** Milliseconds since 1970. */
  moment: number
  views: number
  piece: PieceOfHour | undefined
}

interface PieceOfHour {
  version: number
  /** The dimensions of which it has all sums, and all histograms. */
  complete: ReadonlySet<string>
  dense: ReadonlySet<string>
}

/** What of a day is added up from its hours, and what from views again. */
interface DayPlan {
  /** These dimensions, and all views without a dimension, are of these hours … */
  dimensions: readonly DimensionId[]
  hours: readonly HourOfDay[]
  /** … and of the views of these hours. */
  raw: readonly HourOfDay[]
  /** These dimensions are of all views of the day. */
  others: readonly DimensionId[]
}

/**
 * Hours lack dimensions with many values for their views, quiet hours more of them than busy ones. Some hours may be read
 * from views so that more dimensions come from the other hours. The plan that reads the fewest views is taken; a view
 * counts for each dimension.
 */
export const planDay = (
  hours: readonly HourOfDay[],
  dimensions: readonly DimensionId[],
  kind: 'complete' | 'dense',
): DayPlan => {
  const made = hours.filter(({ piece }) => piece !== undefined)
  const has = ({ piece }: HourOfDay, id: DimensionId) => piece?.[kind].has(id) === true
  const lacked = new Map(
    dimensions.map((id) => [id, viewsOf(made.filter((hour) => !has(hour, id)))]),
  )
  const limits = [...new Set([0, ...lacked.values()])].toSorted((one, other) => one - other)
  const plans = limits.map((limit): DayPlan => {
    const own = dimensions.filter((id) => lacked.get(id)! <= limit)
    const used = made.filter((hour) => own.every((id) => has(hour, id)))
    return {
      dimensions: own,
      hours: used,
      raw: hours.filter((hour) => !used.includes(hour)),
      others: dimensions.filter((id) => !own.includes(id)),
    }
  })
  return plans.reduce((best, plan) => (costOf(hours, plan) < costOf(hours, best) ? plan : best))
}

function costOf(hours: readonly HourOfDay[], { dimensions, raw, others }: DayPlan): number {
  return viewsOf(raw) * (dimensions.length + 1) + viewsOf(hours) * others.length
}

function viewsOf(hours: readonly HourOfDay[]): number {
  return hours.reduce((sum, { views }) => sum + views, 0)
}
