import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import type { ValuesPlan } from '../pieces/values/plan-values.ts'
import { momentMeasures, storedMoments } from '../pieces/stored-moments.ts'
import { fieldOfValue, valueRows } from '../pieces/values/value-rows.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Tenant } from '../question/tenant.ts'
import { settingsOfSets } from '../source/source.sql.ts'
import { viewsPart } from '../source/parts.sql.ts'
import type { ValueGroup } from './ask-groups.sql.ts'
import { type Asked, groupColumns, groupOf } from './per-view.sql.ts'

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
  const stored = storedMoments(formula)
  const needed = new Set(Object.values(stored ?? {}).map(({ measure }) => measure))
  const measures = momentMeasures([formula], [viewsPart])?.filter(
    ({ name }) => needed.has(name) || name === 'views',
  )
  if (stored === undefined || measures === undefined)
    throw new Error('Pieces do not have the sums of the question.')
  const rowsOf = (range: (typeof ranges)[number]) =>
    sql`SELECT ${range === 'after'} AS is_after, * FROM (${valueRows(tenant, { ...planned[range], dimensions, measures })})`
  const summed = ranges.flatMap((range) =>
    Object.entries(stored).map(([name, { measure, field }]) => {
      const isOwn = range === 'after' ? sql`is_after` : sql`NOT is_after`
      const sum = sql`sumIf(${sql.identifier(field)}, ${isOwn} AND measure = ${measure})`
      return sql`${sum} AS ${sql.identifier(`${range}_${name}`)}`
    }),
  )
  const isLarge = (views: SqlFragment) =>
    sql`${views} >= ${float(leastShare)} * sum(${views}) OVER (PARTITION BY place)`
  const names = sql.join(Object.keys(groupColumns).map((name) => sql.identifier(name)))
  return sql`SELECT place, ${fieldOfValue(sql`value`)} AS field, ${names}, toUInt8(${isLarge(sql`after_views`)} OR ${isLarge(sql`before_views`)}) AS is_large
    FROM (SELECT *, countIf(after_all > 0) OVER (PARTITION BY place) AS value_count
      FROM (SELECT place, value, sumIf(n, is_after AND measure = 'views') AS after_all, ${sql.join(summed)}
        FROM (${rowsOf('after')} UNION ALL ${rowsOf('before')})
        GROUP BY place, value))
    WHERE value_count > ${uint(1)} AND (after_views > 0 OR before_views > 0)
    QUALIFY is_large = 1 OR row_number() OVER (PARTITION BY place ORDER BY after_views + before_views DESC) = 1
    ${settingsOfSets}`
}
