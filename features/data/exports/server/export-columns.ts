import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'

/** The table's own bookkeeping, and what only makes sense for one view at a time. */
const leftOut = new Set<ViewColumn>([
  'version',
  'is_deleted',
  'retention_days',
  'errors',
  'playback_ranges',
  'renditions',
  'playback_modes',
  'timeline',
])

/** In alphabetical order. */
export const exportColumns: ViewColumn[] = (Object.keys(viewColumns) as ViewColumn[])
  .filter((column) => !leftOut.has(column))
  .toSorted()
