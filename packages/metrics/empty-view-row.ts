import type { ColumnKind } from './column-kinds.ts'
import { viewColumns, type ViewRow } from './view-columns.ts'

const unknowns: Record<ColumnKind, unknown> = {
  id: '',
  environment: '',
  moment: 0,
  label: null,
  text: null,
  bit: 0,
  flag: false,
  maybeFlag: null,
  count: 0,
  maybeCount: null,
  maybeNumber: null,
  errorId: null,
  labels: [],
  ranges: [],
  big: 0,
  document: '[]',
}

/** A row of which nothing is known yet. */
export const emptyViewRow = Object.fromEntries(
  Object.entries(viewColumns).map(([column, kind]) => [column, unknowns[kind]]),
) as ViewRow
