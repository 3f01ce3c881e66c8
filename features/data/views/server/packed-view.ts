import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'
import { z } from 'zod'

const keyColumns = [
  'environment_id',
  'view_id',
  'view_end',
  'version',
  'is_deleted',
] satisfies ViewColumn[] as readonly string[]

/** In the order of `packed_views`, which is that of the table `views`. */
const packedColumns = (Object.keys(viewColumns) as ViewColumn[]).filter(
  (column) => !keyColumns.includes(column),
)

const Packed = z.array(z.unknown())

/**
 * Values in the form of the table: timestamps as ISO text, error ids as numbers whether ClickHouse quoted them or not.
 */
export const unpackView = (packed: string): Record<string, unknown> => {
  const values = Packed.parse(JSON.parse(packed))
  return Object.fromEntries(
    // The row has no value for a column that was added after it was packed.
    packedColumns.map((column, index) => [column, valueOf(column, values[index] ?? null)]),
  )
}

function valueOf(column: ViewColumn, value: unknown): unknown {
  if (viewColumns[column] === 'moment') return new Date(Number(value)).toISOString()
  if (viewColumns[column] === 'errorId') return value === null ? null : Number(value)
  return value
}
