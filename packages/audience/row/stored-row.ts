import { viewColumns, type ViewColumn, type ViewRow } from '@playhead/metrics/view-columns.ts'

const columns = Object.keys(viewColumns) as ViewColumn[]
const moments = new Set(columns.filter((column) => viewColumns[column] === 'moment'))

/** As the table reads it: timestamps as ISO text, and no value where the table has a default for unknown. */
export const storedRow = (row: ViewRow): Record<string, unknown> => {
  const stored: Record<string, unknown> = {}
  for (const column of columns) {
    const value = row[column]
    if (value === null || value === false) continue
    stored[column] = moments.has(column) ? new Date(value as number).toISOString() : value
  }
  return stored
}
