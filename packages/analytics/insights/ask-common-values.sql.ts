import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { fieldOf } from '../source/condition.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import { settings } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import { askCountedViews, countedViews } from './ask-counted-views.sql.ts'

export interface CommonValues {
  dimension: DimensionId
  /** Texts in sorted order, then null if it is common. */
  values: (string | null)[]
}

/** The sample has at least this many views; when there are fewer, all of them are read. */
const sampleViews = 100_000
/** The probability that a value with 1 % of all views has less than 0.8 % of the sample is 1e-10. ADR 0027 */
const shareInSample = 0.8
/** Counts are too high by at most a third of 1 / 200, so no more than 158 values can seem to have 0.8 %. */
const keptValues = 200

const Row = z.object({ known: z.array(z.array(z.string())), unknown: z.array(z.number()) })

/** All values that may have more than a given share of the views that have a value of the metric. */
export const askCommonValues = async (
  tenant: Tenant,
  definition: Measured,
  question: Question,
  { dimensions, leastShare }: { dimensions: readonly DimensionId[]; leastShare: number },
): Promise<CommonValues[]> => {
  // Of a single view, no dimension varies.
  if (dimensions.length === 0) return []
  const views = await askCountedViews(tenant, definition, question)
  if (views === 0) return []
  const sampleOf = Math.max(1, Math.floor(views / sampleViews)) * (question.sampleOf ?? 1)
  const rows = countedViews(tenant, definition, { ...question, sampleOf })
  const query = commonValuesQuery(rows, {
    dimensions,
    leastShare: leastShare * shareInSample,
  })
  const [row] = await cachedRows(tenant, Row, query, question)
  return dimensions.flatMap((dimension, index) => {
    const values: (string | null)[] = row?.known[index] ?? []
    const isNullCommon = row?.unknown[index] === 1
    const all = isNullCommon ? [...values, null] : values
    return all.length === 0 ? [] : [{ dimension, values: all }]
  })
}

interface Sample {
  dimensions: readonly DimensionId[]
  leastShare: number
}

function commonValuesQuery(rows: SqlFragment, { dimensions, leastShare }: Sample): SqlFragment {
  const columns = dimensions.map((id, index) => {
    const [counted, known] = [sql.identifier(`top_${index}`), sql.identifier(`known_${index}`)]
    const field = fieldOf(id)
    const texts = sql`arraySort(arrayMap(one -> assumeNotNull(toString(one.1)), arrayFilter(one -> one.2 > least, ${counted})))`
    return {
      read: sql`approx_top_count(${uint(keptValues)})(${field}) AS ${counted}, count(${field}) AS ${known}`,
      texts,
      isNullCommon: sql`toUInt8(views - ${known} > least)`,
    }
  })
  return sql`SELECT [${sql.join(columns.map(({ texts }) => texts))}] AS known, [${sql.join(columns.map(({ isNullCommon }) => isNullCommon))}] AS unknown
    FROM (SELECT count() AS views, views * ${float(leastShare)} AS least, ${sql.join(columns.map(({ read }) => read))} ${rows}) ${settings}`
}

/** The number of a view's value among the common ones, from 1; zero for all others. */
export const commonKey = ({ dimension, values }: CommonValues): SqlFragment => {
  const field = fieldOf(dimension)
  const texts = values.filter((value) => value !== null)
  const places = sql`CAST(range(1, ${uint(texts.length + 1)}), 'Array(UInt16)')`
  const known =
    texts.length === 0
      ? sql`0`
      : sql`transform(assumeNotNull(${field}), ${texts}, ${places}, toUInt16(0))`
  return sql`toUInt16(if(isNull(${field}), ${uint(values.indexOf(null) + 1)}, ${known}))`
}

interface GroupedByKeys {
  /** The keys of all dimensions, for the SELECT of the rows. */
  keys: SqlFragment
  /** For GROUP BY: each dimension separately, combined with the other columns. */
  sets: SqlFragment
  /** The index of the dimension that a group belongs to … */
  place: SqlFragment
  /** … and the number of its value. */
  key: SqlFragment
}

/** Groups views by many dimensions in one pass. */
export const groupedByKeys = (
  dimensions: readonly CommonValues[],
  besides: readonly SqlFragment[] = [],
): GroupedByKeys => {
  const names = dimensions.map((_, index) => sql.identifier(`key_${index}`))
  return {
    keys: sql.join(dimensions.map((one, index) => sql`${commonKey(one)} AS ${names[index]!}`)),
    sets: sql.join(names.map((name) => sql`(${sql.join([name, ...besides])})`)),
    place: sql`multiIf(${sql.join(names.map((name, index) => sql`grouping(${name}) = 0, ${uint(index)}`))}, 0)`,
    key: sql`multiIf(${sql.join(names.map((name, index) => sql`place = ${uint(index)}, ${name}`))}, 0)`,
  }
}
