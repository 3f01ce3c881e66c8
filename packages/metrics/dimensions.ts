import type { ColumnKind } from './column-kinds.ts'
import { type Dimension, dimensionCategories, type DimensionCategory } from './dimension.ts'
import type { ViewColumn } from './view-columns.ts'
import { type DimensionRow, type TableRow, viewTable } from './view-table.ts'

type Table = typeof viewTable

/** METR-045, METR-046. A question is always about one environment, so there is no dimension for it. */
export type DimensionId = {
  [C in ViewColumn]: Table[C] extends readonly [ColumnKind] ? never : C
}[ViewColumn]
type CustomDimensionId = {
  [C in DimensionId]: Table[C][2] extends 'custom' ? C : never
}[DimensionId]

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

const isDimension = (row: TableRow): row is DimensionRow => row.length > 1

const ofCategory = (category: DimensionCategory): [DimensionId, Dimension][] =>
  (Object.entries(viewTable) as [DimensionId, TableRow][])
    .flatMap(([column, row]) => {
      if (!isDimension(row) || row[2] !== category) return []
      const [kind, title, , place, ...marks] = row
      const dimension: Dimension = {
        title,
        category,
        column,
        valueKind: valueKinds[kind],
        isBasic: marks.includes('basic'),
        isMonitoring: marks.includes('monitoring'),
        isBreakdown: !marks.includes('detail'),
      }
      return [{ column, place, dimension }]
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ column, dimension }) => [column, dimension])

/** In display order. A dimension has the name of its column. */
export const dimensions = Object.fromEntries(dimensionCategories.flatMap(ofCategory)) as Readonly<
  Record<DimensionId, Dimension>
>

export const dimensionIds = Object.keys(dimensions) as DimensionId[]

export const customDimensionIds = dimensionIds.filter(
  (id): id is CustomDimensionId => dimensions[id].category === 'custom',
)
