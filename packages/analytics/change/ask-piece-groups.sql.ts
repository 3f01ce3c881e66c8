import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import type { ValuesPlan } from '../pieces/values/plan-values.ts'
import type { Measure } from '../pieces/measures.ts'
import { momentMeasures, storedMoments } from '../pieces/stored-moments.ts'
import { fieldOfValue, type ValueColumn, valueRows } from '../pieces/values/value-rows.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Tenant } from '../question/tenant.ts'
import { viewsPart } from '../source/parts.sql.ts'
import { settings } from '../source/source.sql.ts'
import type { ValueGroup } from './ask-groups.sql.ts'
import { type Asked, groupColumns, groupOf, perView } from './per-view.sql.ts'

/** How the values of both ranges are read from pieces. */
export interface PlannedRanges {
  after: ValuesPlan
  before: ValuesPlan
}

interface PieceGroupsOptions {
  dimensions: readonly DimensionId[]
  /** Values with a smaller share of the views in both ranges are left out. */
  leastShare: number
}

interface PieceGroups {
  /** The dimensions by which the views of the question differ. */
  varied: DimensionId[]
  groups: ValueGroup[]
}

const Row = z.object({
  place: z.number(),
  field: z.string().nullable(),
  is_large: z.number(),
  ...groupColumns,
})

/** The same as `askVariedDimensions` and `askGroups` of all views, from sums of hours and days. ADR 0114 */
export const askPieceGroups = async (
  tenant: Tenant,
  definition: Measured,
  { question }: Pick<Asked, 'question'>,
  planned: PlannedRanges,
  options: PieceGroupsOptions,
): Promise<PieceGroups> => {
  const query = pieceGroupsQuery(tenant, definition, planned, options)
  const rows = await cachedRows(tenant, Row, query, question)
  const { dimensions } = options
  const places = new Set(rows.map(({ place }) => place))
  return {
    varied: dimensions.filter((_, place) => places.has(place)),
    groups: rows
      .filter((row) => row.is_large === 1)
      .map((row) => ({
        dimension: dimensions[row.place]!,
        field: row.field,
        group: groupOf(row),
      })),
  }
}

const ranges = ['after', 'before'] as const

/** Of each varied dimension a row at least: its largest value, even when that is too small to be examined. */
function pieceGroupsQuery(
  tenant: Tenant,
  { formula }: Measured,
  planned: PlannedRanges,
  { dimensions, leastShare }: PieceGroupsOptions,
): SqlFragment {
  const columns = columnsOf(formula)
  const measures = measuresOf(formula)
  const rowsOf = (range: (typeof ranges)[number]) =>
    sql`SELECT ${range === 'after'} AS is_after, * FROM (${valueRows(tenant, { ...planned[range], dimensions, measures, columns })})`
  const summed = ranges.flatMap((range) =>
    names.map((name) => {
      const isOwn = range === 'after' ? sql`is_after` : sql`NOT is_after`
      return sql`sumIf(${ofName(name)}, ${isOwn}) AS ${sql.identifier(`${range}_${name}`)}`
    }),
  )
  const isLarge = (views: SqlFragment) =>
    sql`${views} >= ${float(leastShare)} * sum(${views}) OVER (PARTITION BY place)`
  const told = sql.join(Object.keys(groupColumns).map((name) => sql.identifier(name)))
  return sql`SELECT place, ${fieldOfValue(sql`value`)} AS field, ${told}, toUInt8(${isLarge(sql`after_views`)} OR ${isLarge(sql`before_views`)}) AS is_large
    FROM (SELECT *, countIf(after_all > 0) OVER (PARTITION BY place) AS value_count
      FROM (SELECT place, value, sumIf(of_all, is_after) AS after_all, ${sql.join(summed)}
        FROM (${rowsOf('after')} UNION ALL ${rowsOf('before')})
        GROUP BY place, value))
    WHERE value_count > ${uint(1)} AND (after_views > 0 OR before_views > 0)
    QUALIFY is_large = 1 OR row_number() OVER (PARTITION BY place ORDER BY after_views + before_views DESC) = 1
    ${settings}`
}

const names = ['views', 'x', 'y', 'xx', 'xy', 'yy'] as const

function ofName(name: (typeof names)[number]): SqlFragment {
  return sql.identifier(`of_${name}`)
}

/** What each view adds to the formula, and all views of a value. */
function columnsOf(formula: Formula): ValueColumn[] {
  const stored = storedMomentsOf(formula)
  // Only percentiles are examined above a value.
  const { x, y, isValid } = perView(formula, 0)
  const ofViews = {
    views: sql`countIf(${isValid})`,
    x: sql`sumIf(${x}, ${isValid})`,
    y: sql`sumIf(${y}, ${isValid})`,
    xx: sql`sumIf(${x} * ${x}, ${isValid})`,
    xy: sql`sumIf(${x} * ${y}, ${isValid})`,
    yy: sql`sumIf(${y} * ${y}, ${isValid})`,
  }
  const summed = names.map((name): ValueColumn => {
    const { measure, field } = stored[name]
    const ofPieces = sql`toFloat64(sumIf(${sql.identifier(field)}, measure = ${measure}))`
    return { name: ofName(name), ofPieces, ofViews: sql`toFloat64(${ofViews[name]})` }
  })
  const ofPieces = sql`sumIf(n, measure = 'views')`
  return [...summed, { name: sql`of_all`, ofPieces, ofViews: sql`count()` }]
}

function measuresOf(formula: Formula): Measure[] {
  const read = new Set([
    'views',
    ...Object.values(storedMomentsOf(formula)).map((one) => one.measure),
  ])
  return (momentMeasures([formula], [viewsPart]) ?? []).filter(({ name }) => read.has(name))
}

function storedMomentsOf(formula: Formula) {
  const stored = storedMoments(formula)
  if (stored === undefined) throw new Error('Pieces do not have the sums of the question.')
  return stored
}
