import {
  withoutControls,
  withoutHiddenControls,
} from '@playhead/collector/beacon/without-controls.ts'
import { viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'

/** These say nothing without the time over which they were added up. */
export const scalingTotals: readonly ViewColumn[] = [
  'view_total_upscaling',
  'view_total_downscaling',
]
export const timeOfScaling: ViewColumn = 'view_total_content_playback_time'

/** A text of many lines keeps them. */
export const hasLines = (column: ViewColumn): boolean => column === 'player_error_context'

export const isWithoutControls = (text: string): boolean => withoutControls(text) === text

const cleanValue = (column: ViewColumn, value: unknown): unknown => {
  const kind = viewColumns[column]
  if (kind === 'text' || kind === 'label')
    return hasLines(column)
      ? withoutHiddenControls(value as string)
      : withoutControls(value as string)
  return kind === 'labels' ? (value as string[]).map(withoutControls) : value
}

/** A row as the collector would have written it, whatever made the file. */
export const cleanRow = (row: Record<string, unknown>): Record<string, unknown> => {
  const clean = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, cleanValue(column as ViewColumn, value)]),
  )
  if (clean[timeOfScaling] === undefined) for (const total of scalingTotals) delete clean[total]
  return clean
}
