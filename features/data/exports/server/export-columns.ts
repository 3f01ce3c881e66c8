import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'

/** Internal columns of the table, and columns that only make sense for a single view. */
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

/** Exported coordinates have one decimal: they identify a region, not a house. */
export const coarseColumns: ReadonlySet<ViewColumn> = new Set<ViewColumn>(['latitude', 'longitude'])
