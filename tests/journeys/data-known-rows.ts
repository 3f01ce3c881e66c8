import { type ViewColumn, viewColumns, type ViewRow } from '@playhead/metrics/view-columns.ts'
import { aViewRow } from '@playhead/testing/rows/view-rows.ts'
import { hourMs, type ViewLine } from './data-world.ts'

const momentColumns = (Object.keys(viewColumns) as ViewColumn[]).filter(
  (column) => viewColumns[column] === 'moment',
)

/** Healthy views in the import format; `given` overrides what matters. */
export const viewLines = (given: readonly Partial<ViewRow>[]): ViewLine[] =>
  given.map((one) => {
    const row = aViewRow({ id: '' }, one)
    const moments = momentColumns.map((column) => [
      column,
      new Date(row[column] as number).toISOString(),
    ])
    return { ...row, ...Object.fromEntries(moments) }
  })

/** A past day from one full hour to another, in the format of a query. */
export const dayBefore = () => {
  const to = Math.floor(Date.now() / hourMs) * hourMs - hourMs
  const from = to - 24 * hourMs
  return {
    from,
    to,
    search: `timeframe[]=${from / 1_000}&timeframe[]=${to / 1_000}`,
    /** The middle of that hour of the day. */
    at: (hour: number) => from + hour * hourMs + hourMs / 2,
  }
}
