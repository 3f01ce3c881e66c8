import {
  withoutControls,
  withoutHiddenControls,
} from '@playhead/collector/beacon/without-controls.ts'
import { viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'

/** These totals mean nothing without the time over which they were summed. */
export const scalingTotals: readonly ViewColumn[] = [
  'view_total_upscaling',
  'view_total_downscaling',
]
export const timeOfScaling: ViewColumn = 'view_total_content_playback_time'

/** Text with several lines keeps its line breaks. */
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

/** Returns a row as the collector would have written it, whatever program wrote the file. */
export const cleanRow = (row: Record<string, unknown>): Record<string, unknown> => {
  const clean = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, cleanValue(column as ViewColumn, value)]),
  )
  if (clean[timeOfScaling] === undefined) for (const total of scalingTotals) delete clean[total]
  return clean
}
