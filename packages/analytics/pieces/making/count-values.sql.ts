import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'
import { settings } from '../../source/source.sql.ts'
import { columnsOfMeasures, type Measure, pieceDimensions, pieceMeasures } from '../measures.ts'
import { histogramRules, type PiecesOf, type Tier } from '../piece.ts'
import { type MadeDimensions, startOf, storedValue, viewsOf } from './piece-views.sql.ts'

const maximumSeconds = 600
/** Values of a dimension: hours are for the edges of ranges, where few values are worth their rows. */
const mostValues: Record<Tier, number> = { hour: 128, day: 20_000 }
/** A dimension with fewer views for each value has sums as large as its views. */
const viewsPerValue = 8

const Counted = z.object({
  views: z.number(),
  values: z.array(z.number()),
  lowest: z.array(z.string()),
  highest: z.array(z.string()),
  known: z.array(z.number()),
})
type Counted = z.infer<typeof Counted>

export interface MadeNumbers {
  all: MadeDimensions
  /** Those that have histograms. */
  dense: MadeDimensions
  /** Without those of which no view has a value. */
  measures: readonly Measure[]
}

/** What pieces are made of. */
export const countValues = async (
  clickhouse: ClickHouse,
  pieces: PiecesOf,
): Promise<MadeNumbers> => {
  const measures = pieceMeasures(pieces.bucket)
  const columns = [...new Set(columnsOfMeasures(measures))]
  const query = valuesQuery(pieces, columns)
  const found = await clickhouse.rows(Counted, query, { maximumSeconds })
  const known = new Set(
    columns.filter((_, index) => found.some((piece) => (piece.known[index] ?? 0) > 0)),
  )
  const hasValues = (measure: Measure) => {
    const own = columnsOfMeasures([measure])
    return own.length === 0 || own.some((column) => known.has(column))
  }
  return { ...dimensionsOf(found, pieces.tier), measures: measures.filter(hasValues) }
}

function dimensionsOf(found: readonly Counted[], tier: Tier): Pick<MadeNumbers, 'all' | 'dense'> {
  if (found.length === 0) {
    const none = { hasAll: true, grouped: [...pieceDimensions], constants: [] }
    return { all: none, dense: none }
  }
  const views = found.reduce((sum, piece) => sum + piece.views, 0)
  const valuesOf = (index: number) => found.map((piece) => piece.values[index]!)
  const hasViewsFor = (index: number, each: number) =>
    valuesOf(index).reduce((sum, count) => sum + count, 0) * each <= views
  const isWorthIt = (index: number) => {
    const most = Math.max(...valuesOf(index))
    return most <= viewsPerValue || (most <= mostValues[tier] && hasViewsFor(index, viewsPerValue))
  }
  // Not by their number, which is an estimate.
  const outermostOf = (index: number) =>
    new Set(found.flatMap(({ lowest, highest }) => [lowest[index]!, highest[index]!]))
  const isConstant = (index: number) => outermostOf(index).size === 1
  // Most dimensions are not used: histograms of no value would be those of all views, dozens of times.
  const isUsed = (index: number) => !isConstant(index) || !outermostOf(index).has('')
  const isDense = (index: number) =>
    isUsed(index) && hasViewsFor(index, histogramRules.viewsPerValue)
  const those = (isWanted: (index: number) => boolean): MadeDimensions => ({
    hasAll: true,
    grouped: pieceDimensions.filter(
      (_, index) => !isConstant(index) && isWorthIt(index) && isWanted(index),
    ),
    constants: pieceDimensions.flatMap((dimension, index) =>
      isConstant(index) && isWanted(index) ? [{ dimension, value: found[0]!.lowest[index]! }] : [],
    ),
  })
  return { all: those(() => true), dense: those(isDense) }
}

/** For each piece. A list of all dimensions is planned much faster than an aggregate for each. */
function valuesQuery(pieces: PiecesOf, columns: readonly string[]): SqlFragment {
  const known = columns.map((column) => sql`toUInt8(isNotNull(${sql.identifier(column)}))`)
  return sql`SELECT count() AS views, uniqCombinedForEach(16)(own) AS values, minForEach(own) AS lowest, maxForEach(own) AS highest, maxForEach(known_columns) AS known
    FROM (SELECT ${startOf(pieces)} AS start, [${sql.join(pieceDimensions.map(storedValue))}] AS own, [${sql.join(known)}] AS known_columns ${viewsOf(pieces)})
    GROUP BY start ${settings}, max_threads = 1`
}
