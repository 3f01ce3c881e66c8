import { type ViewColumn, viewColumns, type ViewRow } from '@playhead/metrics/view-columns.ts'
import { viewRow } from '@playhead/testing/view-rows.ts'
import { hourMs, type ViewLine } from './data-world.ts'

const momentColumns = (Object.keys(viewColumns) as ViewColumn[]).filter(
  (column) => viewColumns[column] === 'moment',
)

/** Healthy views as a file tells of them; `given` says what matters. */
export const viewLines = (given: readonly Partial<ViewRow>[]): ViewLine[] =>
  given.map((one) => {
    const row = viewRow({ id: '' }, one)
    const moments = momentColumns.map((column) => [
      column,
      new Date(row[column] as number).toISOString(),
    ])
    return { ...row, ...Object.fromEntries(moments) }
  })

/** A day that is over, from one full hour to another, as a question asks for it. */
export function dayBefore() {
  const to = Math.floor(Date.now() / hourMs) * hourMs - hourMs
  const from = to - 24 * hourMs
  return {
    from,
    to,
    search: `timeframe[]=${from / 1_000}&timeframe[]=${to / 1_000}`,
    /** In the middle of that hour of it. */
    at: (hour: number) => from + hour * hourMs + hourMs / 2,
  }
}
