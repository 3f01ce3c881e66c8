import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'
import { z } from 'zod'

const keyColumns = [
  'environment_id',
  'view_id',
  'view_end',
  'version',
  'is_deleted',
] satisfies ViewColumn[] as readonly string[]

/** In the order in which `packed_views` packs them, which is that of the table `views`. */
const packedColumns = (Object.keys(viewColumns) as ViewColumn[]).filter(
  (column) => !keyColumns.includes(column),
)

const Packed = z.array(z.unknown())

/** Values as the table gives them: moments as ISO text, ids of errors as numbers however the engine wrote them. */
export function unpackView(packed: string): Record<string, unknown> {
  const values = Packed.parse(JSON.parse(packed))
  return Object.fromEntries(
    // A column that the table got after the row was packed is not in it.
    packedColumns.map((column, index) => [column, valueOf(column, values[index] ?? null)]),
  )
}

function valueOf(column: ViewColumn, value: unknown): unknown {
  if (viewColumns[column] === 'moment') return new Date(Number(value)).toISOString()
  if (viewColumns[column] === 'errorId') return value === null ? null : Number(value)
  return value
}
