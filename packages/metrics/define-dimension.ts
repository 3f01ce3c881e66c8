import type { Dimension, DimensionCategory } from './dimension.ts'
import { type ColumnKind, type ViewColumn, viewColumns } from './view-columns.ts'

const valueKinds: Record<ColumnKind, Dimension['valueKind']> = {
  id: 'text',
  environment: 'text',
  moment: 'number',
  label: 'text',
  text: 'text',
  bit: 'flag',
  flag: 'flag',
  maybeFlag: 'flag',
  count: 'number',
  maybeCount: 'number',
  maybeNumber: 'number',
  errorId: 'number',
  labels: 'list',
  ranges: 'list',
  big: 'number',
  document: 'text',
}

type Mark = 'basic' | 'monitoring' | 'detail'

/** Most dimensions are called as their column. */
export type Row = readonly [title: string, ...marks: Mark[]]

/** The dimensions of one category from their titles. */
export function category<Id extends ViewColumn>(
  name: DimensionCategory,
  rows: Record<Id, Row>,
): Record<Id, Dimension> {
  const ids = Object.keys(rows) as Id[]
  return Object.fromEntries(
    ids.map((id) => {
      const [title, ...marks] = rows[id]
      const dimension: Dimension = {
        title,
        category: name,
        column: id,
        valueKind: valueKinds[viewColumns[id]],
        isBasic: marks.includes('basic'),
        isMonitoring: marks.includes('monitoring'),
        isBreakdown: !marks.includes('detail'),
      }
      return [id, dimension]
    }),
  ) as Record<Id, Dimension>
}
