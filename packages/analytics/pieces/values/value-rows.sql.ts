import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uints } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Tenant } from '../../question/tenant.ts'
import { type Bucket, fieldOf, ofTenant, viewsSource } from '../../source/condition.sql.ts'
import { columnsOfMeasures, type Measure } from '../measures.ts'
import type { Tier } from '../piece.ts'
import { conditionsOfPieces } from '../piece-source.sql.ts'
import type { Stretch } from '../plan-range.ts'
import type { DimensionPlan } from './plan-dimensions.ts'

/** A sum of each value, once over rows of pieces and once over views: both have the same type, so that they add up. */
export interface ValueColumn {
  name: SqlFragment
  ofPieces: SqlFragment
  ofViews: SqlFragment
}

interface AskedValues {
  bucket: Bucket
  plans: readonly DimensionPlan[]
  /** A row has the index of its dimension in this list. */
  dimensions: readonly DimensionId[]
  /** What the columns read. */
  measures: readonly Measure[]
  columns: readonly ValueColumn[]
}

/** `SELECT place, value, …` with the value as pieces store it: several rows of a value are to be added up. */
export const valueRows = (tenant: Tenant, asked: AskedValues): SqlFragment =>
  asked.plans
    .flatMap((plan) => [
      ...(['day', 'hour'] as const).flatMap((tier) => rowsOfPieces(tenant, plan, tier, asked)),
      ...rowsOfViews(tenant, plan, asked),
    ])
    .reduce((rows, next) => sql`${rows} UNION ALL ${next}`)

/** A stored value in the form of filters. */
export const fieldOfValue = (value: SqlFragment): SqlFragment =>
  sql`if(${value} = '', NULL, substring(${value}, 2))`

function rowsOfPieces(
  tenant: Tenant,
  { dimensions: own, pieces }: DimensionPlan,
  tier: Tier,
  { bucket, dimensions: all, measures, columns }: AskedValues,
): SqlFragment[] {
  const used = pieces.filter((piece) => piece.tier === tier)
  if (used.length === 0) return []
  const conditions = [
    conditionsOfPieces(tenant, { bucket, pieces: used }, tier),
    sql`dimension IN ${own} AND measure IN ${measures.map(({ name }) => name)}`,
  ]
  const summed = columns.map(({ name, ofPieces }) => sql`${ofPieces} AS ${name}`)
  return [
    sql`SELECT toUInt64(indexOf(${all}, dimension) - 1) AS place, value, ${sql.join(summed)}
      FROM view_pieces WHERE ${sql.join(conditions, ' AND ')} GROUP BY dimension, value`,
  ]
}

/** Each view once for each dimension: with many dimensions the engine takes longer to plan GROUPING SETS. */
function rowsOfViews(
  tenant: Tenant,
  plan: DimensionPlan,
  { bucket, dimensions: all, measures, columns }: AskedValues,
): SqlFragment[] {
  if (plan.raw.length === 0) return []
  const own = plan.dimensions
  const read = new Set(columnsOfMeasures(measures))
  const names = [...read].map((name) => sql.identifier(name))
  const summed = columns.map(({ name, ofViews }) => sql`${ofViews} AS ${name}`)
  return [
    sql`SELECT own.1 AS place, own.2 AS value, ${sql.join(summed)}
      FROM (SELECT ${sql.join([...names, sql.empty])}arrayZip(${uints(own.map((id) => all.indexOf(id)))}, ${storedValues(own)}) AS owns ${viewsOfPlan(tenant, plan, bucket)})
      ARRAY JOIN owns AS own GROUP BY place, value`,
  ]
}

/** One function for all dimensions: the engine takes longer to plan one for each. */
function storedValues(own: readonly DimensionId[]): SqlFragment {
  return sql`arrayMap(field -> ifNull(concat('=', field), ''), CAST([${sql.join(own.map(fieldOf))}], 'Array(Nullable(String))'))`
}

/** `FROM … WHERE …` for the views that a plan reads beside its pieces. */
export const viewsOfPlan = (
  tenant: Tenant,
  { raw }: Pick<DimensionPlan, 'raw'>,
  bucket: Bucket,
): SqlFragment => {
  const ranges = raw.map((stretch) => within(stretch, bucket))
  return sql`FROM ${viewsSource} WHERE ${ofTenant(tenant)} AND (${sql.join(ranges, ' OR ')})`
}

function within({ start, end }: Stretch, bucket: Bucket): SqlFragment {
  const column = sql.identifier(bucket)
  const [from, until] = [new Date(start), new Date(end)]
  // Rows are sorted by view_end, which is never before view_start.
  const reach = bucket === 'view_start' ? sql` AND view_end >= ${from}` : sql.empty
  return sql`(${column} >= ${from} AND ${column} < ${until}${reach})`
}
