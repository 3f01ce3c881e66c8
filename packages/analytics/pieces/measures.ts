import { createHash } from 'node:crypto'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensionIds, dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { viewColumns, type ViewColumn } from '@playhead/metrics/view-columns.ts'
import type { Bucket } from '../source/condition.sql.ts'
import { distinct, type Part, partsOf, totalParts } from '../source/parts.sql.ts'

type Ratio = Extract<Formula, { kind: 'ratio' }>

/** A number of the views of a piece: `n` views have it, `x` is its sum, `xx` that of its squares. */
export type Measure =
  | { kind: 'views'; name: string }
  | { kind: 'flag'; name: string; column: string }
  | { kind: 'number'; name: string; column: string; given: string | undefined }
  /** `x` over `y`, with what its interval needs. */
  | { kind: 'ratio'; name: string; formula: Ratio }
  /** How many views have their value in each bucket, for percentiles. */
  | Histogram

export interface Histogram {
  kind: 'histogram'
  name: string
  column: string
}

export const histogramOfColumn = (column: string): Histogram => ({
  kind: 'histogram',
  name: `histogram ${column}`,
  column,
})

export const isHistogram = (measure: Measure): measure is Histogram => measure.kind === 'histogram'

/** Where a piece keeps a part: the sum of `field` over the rows of the measure. */
interface StoredPart {
  measure: string
  field: 'n' | 'x' | 'histogram'
}

/** Undefined for exact percentiles and unique counts, which do not add up. */
export const storedPart = ({ kind, column = '', given }: Part): StoredPart | undefined => {
  const measure = given === undefined ? column : `${column} with ${given}`
  switch (kind) {
    case 'views':
      return { measure: 'views', field: 'n' }
    case 'true':
    case 'sum':
      return { measure, field: 'x' }
    case 'count':
      // Texts are counted only beside unique counts.
      return isMeasured(column) ? { measure, field: 'n' } : undefined
    case 'histogram':
      return { measure: histogramOfColumn(column).name, field: 'histogram' }
    case 'quantile':
    case 'unique':
      return undefined
  }
}

/** The measures that answer these parts; undefined when pieces lack one of them. */
export const measuresOf = (parts: readonly Part[]): Measure[] | undefined => {
  if (parts.some((part) => storedPart(part) === undefined)) return undefined
  return unique(parts.flatMap((part) => measureOfPart(part) ?? []))
}

/** Everything that a piece of a bucket holds; histograms only of its dimensions with many views for each value. */
export const pieceMeasures = (bucket: Bucket): Measure[] => {
  const formulas = Object.values(metrics as Record<string, Metric>)
    .filter((metric) => metric.bucket === bucket)
    .flatMap((metric) => Object.values(metric.measurements))
  const parts = distinct([
    ...totalParts,
    ...formulas.flatMap((formula) => partsOf(formula, 'daily')),
  ])
  return unique([
    ...parts.flatMap((part) => measureOfPart(part) ?? []),
    ...formulas.flatMap((formula) => ratioMeasure(formula) ?? []),
  ])
}

/** The measure of a ratio whose interval does not follow from the sums of its two sides. */
export const ratioMeasure = (formula: Formula): Measure | undefined => {
  if (formula.kind !== 'ratio' || isShareOfViews(formula)) return undefined
  return { kind: 'ratio', name: `ratio ${JSON.stringify(formula)}`, formula }
}

/** Of a flag among all views: its sums are counts. */
const isShareOfViews = ({ over, under }: Ratio): boolean =>
  over.kind === 'count_where' && under.kind === 'views'

const ofSingleViews: ReadonlySet<DimensionId> = new Set([
  'view_session_id',
  'viewer_user_id',
  'player_instance_id',
])

/** The dimensions of pieces: as many values as views or viewers add nothing up. */
export const pieceDimensions: readonly DimensionId[] = dimensionIds.filter((id) => {
  const { isBreakdown }: Dimension = dimensions[id]
  return isBreakdown && !ofSingleViews.has(id)
})

/** Raise it when the SQL of pieces changes and the list of their numbers does not. */
const form = 5

const layouts = new Map<Bucket, string>()

/** Changes with the numbers and dimensions of pieces, so that pieces of another program are made again. */
export const pieceLayout = (bucket: Bucket): string => {
  const known = layouts.get(bucket)
  if (known !== undefined) return known
  const text = JSON.stringify([form, pieceMeasures(bucket), pieceDimensions])
  const layout = createHash('sha256').update(text).digest('hex').slice(0, 16)
  layouts.set(bucket, layout)
  return layout
}

function measureOfPart(part: Part): Measure | undefined {
  const { kind, column = '', given } = part
  const stored = storedPart(part)
  if (stored === undefined) return undefined
  if (kind === 'views') return { kind: 'views', name: 'views' }
  if (kind === 'histogram') return histogramOfColumn(column)
  return isFlag(column)
    ? { kind: 'flag', name: stored.measure, column }
    : { kind: 'number', name: stored.measure, column, given }
}

function isFlag(column: string): boolean {
  return ['flag', 'maybeFlag'].includes(viewColumns[column as ViewColumn])
}

function isMeasured(column: string): boolean {
  return (
    isFlag(column) ||
    ['count', 'maybeCount', 'maybeNumber'].includes(viewColumns[column as ViewColumn])
  )
}

function unique(measures: readonly Measure[]): Measure[] {
  return [...new Map(measures.map((each) => [each.name, each])).values()]
}

/** The columns of views that these measures read. */
export const columnsOfMeasures = (measures: readonly Measure[]): string[] =>
  measures.flatMap((measure) => {
    switch (measure.kind) {
      case 'views':
        return []
      case 'flag':
      case 'histogram':
        return [measure.column]
      case 'number':
        return measure.given === undefined ? [measure.column] : [measure.column, measure.given]
      case 'ratio':
        return [measure.formula.over, measure.formula.under].flatMap((side) => [
          ...('column' in side ? [side.column] : []),
          ...('flag' in side ? [side.flag] : []),
          ...('given' in side ? [side.given] : []),
        ])
    }
  })
