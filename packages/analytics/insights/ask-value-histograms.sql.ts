import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { histogramOfColumn } from '../pieces/measures.ts'
import { conditionsOfPieces } from '../pieces/piece-source.sql.ts'
import type { DimensionPlan } from '../pieces/values/plan-dimensions.ts'
import type { ValuesPlan } from '../pieces/values/plan-values.ts'
import { viewsOfPlan } from '../pieces/values/value-rows.sql.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { bucketOf } from '../source/histogram.sql.ts'
import type { Histogram } from '../source/histogram.ts'
import { settings } from '../source/source.sql.ts'
import { commonKey } from './ask-common-values.sql.ts'

/** A value as pieces store it; all views are the empty value of no dimension. */
interface StoredValue {
  dimension: DimensionId | ''
  stored: string
}

const Row = z.object({
  place: z.number(),
  stored: z.string(),
  buckets: z.array(z.number()),
  counts: z.array(z.number()),
})

interface AskedHistograms extends Pick<ValuesPlan, 'bucket' | 'plans'> {
  column: string
  values: readonly StoredValue[]
}

/**
 * How the numbers of a column spread over the views of each value, and over all views. Pieces may lack histograms of a value;
 * then it has fewer views here than in their sums.
 */
export const askValueHistograms = async (
  tenant: Tenant,
  question: Question,
  asked: AskedHistograms,
): Promise<(value: StoredValue) => Histogram> => {
  const values = [{ dimension: '', stored: '' } as const, ...asked.values]
  const query = valueHistogramsQuery(tenant, { ...asked, values })
  const found = await cachedRows(tenant, Row, query, question)
  const names = namesOf(values)
  const byValue = new Map(found.map((row) => [`${names[row.place]} ${row.stored}`, row]))
  return ({ dimension, stored }) => byValue.get(`${dimension} ${stored}`) ?? none
}

function valueHistogramsQuery(tenant: Tenant, asked: AskedHistograms): SqlFragment {
  const [first, ...others] = asked.plans
  if (first === undefined) throw new Error('No pieces are planned.')
  const plans: Plan[] = [{ ...first, dimensions: ['', ...first.dimensions] }, ...others]
  const rows = plans
    .flatMap((plan) => rowsOfPlan(tenant, plan, asked))
    .reduce((all, next) => sql`${all} UNION ALL ${next}`)
  return sql`SELECT place, stored, merged.1 AS buckets, merged.2 AS counts
    FROM (SELECT place, value AS stored, sumMap(buckets, counts) AS merged FROM (${rows}) GROUP BY place, value) ${settings}`
}

const none: Histogram = { buckets: [], counts: [] }

function namesOf(values: readonly StoredValue[]): (DimensionId | '')[] {
  return [...new Set(values.map(({ dimension }) => dimension))]
}

interface Plan extends Omit<DimensionPlan, 'dimensions'> {
  dimensions: readonly (DimensionId | '')[]
}

function rowsOfPlan(
  tenant: Tenant,
  plan: Plan,
  { bucket, column, values }: Omit<AskedHistograms, 'plans'>,
): SqlFragment[] {
  const own = values.filter(({ dimension }) => plan.dimensions.includes(dimension))
  if (own.length === 0) return []
  const names = namesOf(values)
  const places = uints(own.map(({ dimension }) => names.indexOf(dimension)))
  const wanted = sql`(place, value) GLOBAL IN (SELECT one.1, one.2 FROM (SELECT arrayJoin(arrayZip(${places}, ${own.map(({ stored }) => stored)})) AS one))`
  const ofTier = (['day', 'hour'] as const)
    .filter((tier) => plan.pieces.some((piece) => piece.tier === tier))
    .map(
      (
        tier,
      ) => sql`SELECT toUInt64(indexOf(${names}, dimension) - 1) AS place, value, buckets, CAST(counts, 'Array(UInt64)') AS counts
      FROM view_histograms
      WHERE ${conditionsOfPieces(tenant, { bucket, pieces: plan.pieces }, tier)}
        AND dimension IN ${namesOf(own)} AND measure = ${histogramOfColumn(column).name} AND ${wanted}`,
    )
  return plan.raw.length === 0
    ? ofTier
    : [...ofTier, rowsOfViews(tenant, plan, { bucket, column, own, names })]
}

interface OwnValues extends Pick<AskedHistograms, 'bucket' | 'column'> {
  own: readonly StoredValue[]
  names: readonly (DimensionId | '')[]
}

/** Values are numbered: to group views by numbers takes less than by texts. */
function rowsOfViews(
  tenant: Tenant,
  plan: Plan,
  { bucket, column, own, names }: OwnValues,
): SqlFragment {
  const grouped = namesOf(own).map((dimension) => {
    const values = own.filter((one) => one.dimension === dimension)
    // Keys number the texts first.
    return values.toSorted((a, b) => Number(a.stored === '') - Number(b.stored === ''))
  })
  const numbered = grouped.flat()
  const keys = grouped.map((values) => {
    const before = numbered.indexOf(values[0]!)
    const { dimension } = values[0]!
    if (dimension === '') return sql`toUInt16(${uint(before + 1)})`
    const fields = values.map(({ stored }) => (stored === '' ? null : stored.slice(1)))
    const key = commonKey({ dimension, values: fields })
    return sql`if(${key} = 0, toUInt16(0), toUInt16(${key} + ${uint(before)}))`
  })
  const number = sql.identifier(column)
  const places = uints(numbered.map(({ dimension }) => names.indexOf(dimension)))
  return sql`SELECT ${places}[key] AS place, ${numbered.map(({ stored }) => stored)}[key] AS value, groupArray(bucket) AS buckets, groupArray(counted) AS counts
      FROM (SELECT key, bucket, count() AS counted
        FROM (SELECT ${bucketOf(number)} AS bucket, arrayFilter(own -> own > 0, [${sql.join(keys)}]) AS own_keys ${viewsOfPlan(tenant, plan, bucket)} AND isNotNull(${number}))
        ARRAY JOIN own_keys AS key GROUP BY key, bucket)
      GROUP BY key`
}
