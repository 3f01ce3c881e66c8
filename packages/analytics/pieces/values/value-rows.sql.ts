import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Tenant } from '../../question/tenant.ts'
import { type Bucket, fieldOf, ofTenant, viewsSource } from '../../source/condition.sql.ts'
import { aliasOf, type Part } from '../../source/parts.sql.ts'
import { isMeasured, measuredColumns, measureTuples, sums } from '../measure-rows.sql.ts'
import { type Measure, storedPart } from '../measures.ts'
import type { Tier } from '../piece.ts'
import type { DimensionPlan } from './plan-dimensions.ts'
import type { Stretch } from '../plan-range.ts'

interface AskedValues {
  bucket: Bucket
  plans: readonly DimensionPlan[]
  /** A row has the index of its dimension in this list. */
  dimensions: readonly DimensionId[]
  measures: readonly Measure[]
}

/** `SELECT place, value, measure, …`: the sums of each value, as pieces store it, in parts that are to be added up. */
export const valueRows = (tenant: Tenant, asked: AskedValues): SqlFragment =>
  asked.plans
    .flatMap((plan) => [
      ...(['day', 'hour'] as const).flatMap((tier) => storedRows(tenant, plan, tier, asked)),
      ...rowsOfViews(tenant, plan, asked),
    ])
    .reduce((rows, next) => sql`${rows} UNION ALL ${next}`)

/** A value in the form of filters. */
export const fieldOfValue = (value: SqlFragment): SqlFragment =>
  sql`if(${value} = '', NULL, substring(${value}, 2))`

/** For SELECT over such rows: the parts under their aliases. */
export const partsOfRows = (parts: readonly Part[]): SqlFragment =>
  sql.join(
    parts.map((part) => {
      const { measure, field } = storedPart(part)!
      const sum = sql`sumIf(${sql.identifier(field)}, measure = ${measure})`
      // Counts share their columns with sums of fractions, and stay whole.
      return sql`${part.kind === 'sum' ? sum : sql`toUInt64(${sum})`} AS ${aliasOf(part)}`
    }),
  )

const columns = sql.join(sums.map((name) => sql.identifier(name)))

function storedRows(
  tenant: Tenant,
  { dimensions: own, pieces }: DimensionPlan,
  tier: Tier,
  { bucket, dimensions: all, measures }: AskedValues,
): SqlFragment[] {
  const used = pieces.filter((piece) => piece.tier === tier)
  if (used.length === 0) return []
  const moments = used.map(({ moment }) => moment / 1_000)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const conditions = [
    ofTenant(tenant),
    sql`bucket = ${bucket} AND tier = ${tier} AND dimension IN ${own}`,
    sql`measure IN ${measures.map(({ name }) => name)}`,
    sql`moment >= toDateTime(${new Date(first * 1_000)}, 'UTC') AND moment <= toDateTime(${new Date(last * 1_000)}, 'UTC')`,
    // A piece is replaced as a whole: only the version that the plan has read counts.
    sql`(toUnixTimestamp(moment), version) GLOBAL IN (SELECT one.1, one.2 FROM (SELECT arrayJoin(arrayZip(${uints(moments)}, ${uints(used.map(({ version }) => version))})) AS one))`,
  ]
  return [
    sql`SELECT toUInt64(indexOf(${all}, dimension) - 1) AS place, value, measure, ${columns}
      FROM view_pieces WHERE ${sql.join(conditions, ' AND ')}`,
  ]
}

function rowsOfViews(
  tenant: Tenant,
  { dimensions: own, raw }: DimensionPlan,
  { bucket, dimensions: all, measures }: AskedValues,
): SqlFragment[] {
  if (raw.length === 0) return []
  const keys = own.map((id, index) => ({
    id,
    name: sql.identifier(`key_${index}`),
    place: sql`${uint(all.indexOf(id))}`,
  }))
  const fields = keys.map(({ id, name }) => sql`${fieldOf(id)} AS ${name}`)
  const sets = keys.map(({ name }) => sql`(${name})`)
  const places = keys.map(({ name, place }) => sql`grouping(${name}) = 0, ${place}`)
  const values = keys.map(({ name, place }) => sql`place = ${place}, ${storedValue(name)}`)
  return [
    sql`SELECT place, value, ${measuredColumns}
      FROM (SELECT place, multiIf(${sql.join(values)}, '') AS value, measures
        FROM (SELECT ${sql.join(fields)}, multiIf(${sql.join(places)}, ${uint(0)}) AS place, ${measureTuples(measures)} AS measures
          FROM ${viewsSource} WHERE ${ofTenant(tenant)} AND (${sql.join(
            raw.map((one) => within(one, bucket)),
            ' OR ',
          )})
          GROUP BY GROUPING SETS (${sql.join(sets)})))
      ARRAY JOIN measures AS measured WHERE ${isMeasured}`,
  ]
}

function storedValue(name: SqlFragment): SqlFragment {
  return sql`ifNull(concat('=', CAST(${name}, 'Nullable(String)')), '')`
}

function within({ start, end }: Stretch, bucket: Bucket): SqlFragment {
  const column = sql.identifier(bucket)
  const [from, until] = [new Date(start), new Date(end)]
  // Rows are sorted by view_end, which is never before view_start.
  const reach = bucket === 'view_start' ? sql` AND view_end >= ${from}` : sql.empty
  return sql`(${column} >= ${from} AND ${column} < ${until}${reach})`
}
