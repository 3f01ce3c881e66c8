import { formatNumber } from '@playhead/domain/format.ts'
import type { Metric } from '@playhead/metrics/metric.ts'

/** When every view has a value, there is nothing to distinguish. */
export const viewsTitleOf = ({ excludes }: Pick<Metric, 'excludes'>) =>
  excludes === undefined ? 'Views' : 'Views with a value'

interface ViewsWithValueProps {
  /** Number of views behind the value. */
  views: number
  totalViews: number
}

export const ViewsWithValue = ({ views, totalViews }: ViewsWithValueProps) => (
  <span className="tabular-nums">
    {formatNumber(views)}
    {totalViews > views && <span className="text-ink-3"> of {formatNumber(totalViews)}</span>}
  </span>
)
