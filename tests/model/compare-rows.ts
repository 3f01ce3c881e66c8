import { viewColumns, type ViewColumn, type ViewRow } from '@playhead/metrics/view-columns.ts'

/** What the writer decides, and what is told at greater length than the model does. */
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

const isClose = (a: number, b: number, tolerance: number): boolean =>
  Math.abs(a - b) <= tolerance + Math.abs(b) * 1e-6

const isSame = (column: ViewColumn, a: unknown, b: unknown, momentToleranceMs: number): boolean => {
  if (typeof a === 'number' && typeof b === 'number')
    return isClose(a, b, moments.has(column) ? momentToleranceMs : 1e-9)
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Every column in which the product and the model differ, as a line. */
export const differences = (
  found: ViewRow,
  expected: ViewRow,
  momentToleranceMs: number,
): string[] =>
  (Object.keys(viewColumns) as ViewColumn[])
    .filter((column) => !notCompared.has(column))
    .filter((column) => !isSame(column, found[column], expected[column], momentToleranceMs))
    .map(
      (column) =>
        `${column}: found ${JSON.stringify(found[column])}, the model says ${JSON.stringify(expected[column])}`,
    )
