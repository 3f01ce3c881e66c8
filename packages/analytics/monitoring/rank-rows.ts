import {
  type Measured,
  metricValue,
  negativeImpact,
  type RatioMonitoringMetricId,
} from './monitoring-metric.ts'

const monitoringOrders = ['negative_impact', 'value', 'views', 'field'] as const
export type MonitoringOrder = (typeof monitoringOrders)[number]

export interface MonitoringRow {
  value: string | null
  /** The name for a number, such as that of a network. */
  label: string | null
  metricValue: number | null
  negativeImpact: number
  /** Mean over the steps of the range. */
  viewers: number
  startingUp: number
}

/** The samples of one value of a dimension. */
export interface MonitoringGroup extends Measured {
  value: string | null
  label: string | null
}

export interface RankedBy {
  orderBy: MonitoringOrder
  direction: 'asc' | 'desc'
  limit: number
}

const sortKeys: Record<MonitoringOrder, (row: MonitoringRow) => number | string | null> = {
  negative_impact: (row) => row.negativeImpact,
  value: (row) => row.metricValue,
  views: (row) => row.viewers,
  field: (row) => row.value,
}

const compare = (one: number | string, other: number | string) =>
  one < other ? -1 : one > other ? 1 : 0

/** Unknown values come last in either direction; ties are sorted by audience, larger first. */
const ordered = (
  rows: readonly MonitoringRow[],
  { orderBy, direction }: Pick<RankedBy, 'orderBy' | 'direction'>,
) =>
  rows.toSorted((one, other) => {
    const [a, b] = [sortKeys[orderBy](one), sortKeys[orderBy](other)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    const inOrder = a === null || b === null ? 0 : compare(a, b) * (direction === 'asc' ? 1 : -1)
    return inOrder || other.viewers - one.viewers || compare(one.value ?? '', other.value ?? '')
  })

/** The first rows of a breakdown; `whole` is the sum over all groups, `steps` the length of the range. */
export const rankRows = (
  metric: RatioMonitoringMetricId,
  groups: readonly MonitoringGroup[],
  whole: Pick<Measured, 'over' | 'under'>,
  steps: number,
  ranked: RankedBy,
): MonitoringRow[] => {
  const rows = groups.map((group) => ({
    value: group.value,
    label: group.label,
    metricValue: metricValue(metric, group, steps),
    negativeImpact: negativeImpact(metric, group, whole),
    viewers: group.viewers / steps,
    startingUp: group.starting_up / steps,
  }))
  return ordered(rows, ranked).slice(0, ranked.limit)
}
