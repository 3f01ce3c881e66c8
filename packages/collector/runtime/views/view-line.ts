import { toUSVString } from 'node:util'
import { type ViewColumn, viewColumns, type ViewRow } from '@playhead/metrics/view-columns.ts'

const momentColumns = (Object.keys(viewColumns) as ViewColumn[]).filter(
  (column) => viewColumns[column] === 'moment',
)

/** Values as the database reads and returns them: timestamps are ISO text. */
export const storedView = (row: ViewRow): Record<string, unknown> => {
  const stored: Record<string, unknown> = { ...row }
  for (const column of momentColumns) stored[column] = new Date(row[column] as number).toISOString()
  return stored
}

const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? toUSVString(value) : value

export const viewLine = (row: ViewRow): string => `${JSON.stringify(storedView(row), wellFormed)}\n`

interface DeletedView {
  environmentId: string
  viewId: string
  viewStart: number
  viewEnd: number
  version: number
  retentionDays: number
  now: number
}

/**
 * The end of a view is part of its key: when it changes, the row under the old key must be deleted. The row also says
 * that the hours in which the deleted one began and ended have changed (view_changes).
 */
export const tombstoneLine = (view: DeletedView): string =>
  `${JSON.stringify({
    environment_id: view.environmentId,
    view_id: view.viewId,
    view_start: new Date(view.viewStart).toISOString(),
    view_end: new Date(view.viewEnd).toISOString(),
    version: view.version,
    is_deleted: 1,
    retention_days: view.retentionDays,
    inserted_at: new Date(view.now).toISOString(),
    updated_at: new Date(view.now).toISOString(),
  })}\n`
