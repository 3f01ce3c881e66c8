import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions } from '@playhead/metrics/dimensions.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { columnTypes } from '@playhead/metrics/column-kinds.ts'
import { viewColumns } from '@playhead/metrics/view-columns.ts'
import { distinct, part, partsOf, totalParts, type Part } from '../source/parts.sql.ts'

interface RollupColumn {
  name: string
  type: string
}

/** The key of a rollup row: its day and every dimension that a historical question may filter by. */
export const rollupDimensions = (): RollupColumn[] => {
  const basic = Object.values(dimensions as Record<string, Dimension>).filter(
    (each) => each.isBasic,
  )
  const columns = [...new Set(basic.map(({ column }) => column))].toSorted()
  return columns.map((name) => ({ name, type: columnTypes[viewColumns[name]] }))
}

/** The parts that all metrics of a bucket need; without a bucket, those of all metrics. */
export const rollupParts = (bucket?: Metric['bucket']): Part[] => {
  const definitions = Object.values(metrics as Record<string, Metric>).filter(
    (metric) => bucket === undefined || metric.bucket === bucket,
  )
  const ofMetrics = definitions.flatMap((metric) =>
    Object.values(metric.measurements).flatMap((formula: Formula) => partsOf(formula, 'daily')),
  )
  const uniqueViewers = [part('unique', 'viewer_id'), part('count', 'viewer_id')]
  return distinct([...totalParts, ...uniqueViewers, ...ofMetrics])
}
