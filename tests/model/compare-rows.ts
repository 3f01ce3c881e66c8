import { viewColumns, type ViewColumn, type ViewRow } from '@playhead/metrics/view-columns.ts'

/** Columns that the writer decides, and those with more detail than the model has. */
const notCompared = new Set<ViewColumn>([
  'version',
  'inserted_at',
  'updated_at',
  'timeline',
  'errors',
  'renditions',
  'playback_modes',
  'long_resume',
])

const moments = new Set<ViewColumn>(['view_start', 'view_end', 'live_stream_latency'])

/** Players read clock and playhead a frame apart: the collector tolerates this much at each stall. */
const grantedMs = 10
const bitrateShare = 0.01

const isClose = (a: number, b: number, tolerance: number): boolean =>
  Math.abs(a - b) <= tolerance + Math.abs(b) * 1e-6

const toleranceOf = (column: ViewColumn, expected: ViewRow, momentMs: number): number => {
  const grants = ((expected.rebuffer_count ?? 0) + 1) * grantedMs
  if (moments.has(column)) return momentMs
  if (column === 'playing_time' || column === 'content_playing_time') return grants
  if (column === 'weighted_average_bitrate')
    return (expected.weighted_average_bitrate ?? 0) * bitrateShare
  return 1e-9
}

const isSame = (a: unknown, b: unknown, tolerance: number): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? isClose(a, b, tolerance)
    : JSON.stringify(a) === JSON.stringify(b)

/** One line for every column in which the product and the model differ. */
export const differences = (found: ViewRow, expected: ViewRow, momentMs: number): string[] =>
  (Object.keys(viewColumns) as ViewColumn[])
    .filter((column) => !notCompared.has(column))
    .filter(
      (column) => !isSame(found[column], expected[column], toleranceOf(column, expected, momentMs)),
    )
    .map(
      (column) =>
        `${column}: found ${JSON.stringify(found[column])}, the model says ${JSON.stringify(expected[column])}`,
    )
