import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { dimensionConditions } from '../source/condition.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Filter } from '../question/parse-filters.ts'
import { settings } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Cell } from './find-explanations.ts'
import {
  type Asked,
  groupColumns,
  groupOf,
  groupSums,
  isAfter,
  onceEach,
  perView,
  viewsOfBoth,
} from './per-view.sql.ts'

const Row = z.object({ mask: z.number(), ...groupColumns })

/** All views of both ranges, grouped by the candidates that they match; sums of these groups give every overlap. */
export const askOverlaps = async (
  tenant: Tenant,
  { formula, metric }: Measured,
  asked: Asked,
  candidates: readonly Filter[],
  between: number,
): Promise<Cell[]> => {
  const { x, y, isValid } = perView(formula, between)
  const { bucket } = metric
  const bits = candidates.map(
    (candidate, place) => sql`bitShiftLeft(toUInt64(${holds([candidate])}), ${uint(place)})`,
  )
  const rows = viewsOfBoth(tenant, asked, bucket, isValid)
  const query = sql`SELECT mask, ${groupSums}
    FROM (SELECT ${isAfter(asked, bucket)} AS is_after, ${x} AS x, ${y} AS y, ${bits.length === 0 ? sql`0` : sql`arraySum([${sql.join(bits)}])`} AS mask ${rows}${onceEach(formula, bucket)})
    GROUP BY mask ${settings}`
  const found = await cachedRows(tenant, Row, query, asked.question)
  return found.map((row) => ({ mask: row.mask, group: groupOf(row) }))
}

type Quantile = Extract<Formula, { kind: 'quantile' }>
const number = z.number().nullable()
const Values = z.object({
  without: z.array(number),
  after: z.array(number),
  before: z.array(number),
})
/** Weight of a view, in thousandths: views of the range before are scaled by the change in traffic. */
const wholeViews = 1_000

export interface QuantilesOfGroup {
  /** The value if the group had stayed as before while all other views changed as they did. */
  without: number | null
  after: number | null
  before: number | null
}

export const askQuantilesOfGroups = async (
  tenant: Tenant,
  { column, level }: Quantile,
  { metric }: Measured,
  asked: Asked,
  groups: readonly (readonly Filter[])[],
  afterPerBefore: number,
): Promise<QuantilesOfGroup[]> => {
  if (groups.length === 0) return []
  const name = sql.identifier(column)
  const weight = sql`if(is_after, ${uint(wholeViews)}, ${uint(Math.max(1, Math.round(afterPerBefore * wholeViews)))})`
  const flags = groups.map(holds)
  const read = (isCounted: (isHeld: SqlFragment) => SqlFragment) =>
    sql.join(
      groups.map((_, place) => {
        const counted = isCounted(sql`flags[${uint(place + 1)}]`)
        return sql`if(countIf(${counted}) = 0, NULL, quantileExactWeightedInterpolatedIf(${float(level)})(value, ${weight}, ${counted}))`
      }),
    )
  const rows = viewsOfBoth(tenant, asked, metric.bucket, sql`isNotNull(${name})`)
  const query = sql`SELECT [${read((isHeld) => sql`is_after != ${isHeld}`)}] AS without,
      [${read((isHeld) => sql`is_after AND ${isHeld}`)}] AS after,
      [${read((isHeld) => sql`NOT is_after AND ${isHeld}`)}] AS before
    FROM (SELECT ${isAfter(asked, metric.bucket)} AS is_after, toFloat64(assumeNotNull(${name})) AS value, [${sql.join(flags)}] AS flags ${rows}) ${settings}`
  const [row] = await cachedRows(tenant, Values, query, asked.question)
  return groups.map((_, place) => ({
    without: row?.without[place] ?? null,
    after: row?.after[place] ?? null,
    before: row?.before[place] ?? null,
  }))
}

function holds(filters: readonly Filter[]): SqlFragment {
  return sql`(${sql.join(dimensionConditions(filters), ' AND ')})`
}
