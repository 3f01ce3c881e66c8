import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { type CommonValues, groupedByKeys } from './ask-common-values.sql.ts'
import type { Rank } from './ask-quantile-impacts.sql.ts'
import type { Bucket } from '../source/condition.sql.ts'
import { bucketOf } from '../source/histogram.sql.ts'
import type { Question } from '../question/question-shape.ts'
import { settings, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'

export interface RankedGroup {
  dimension: DimensionId
  field: string | null
  ranks: readonly Rank[]
}

export interface RankedNumbers {
  column: string
  bucket: Bucket
}

const Row = z.object({ id: z.number(), numbers: z.array(z.number()) })
const bucketsBelowZero = 2 ** 15
const bucketCount = 2 ** 16
const keyCount = 2 ** 16

/** A rank of one group, with the id that the query uses. */
export interface Wanted {
  /** Encodes the group and the bucket. */
  id: number
  bucket: number
  position: number
}

/**
 * The numbers at the ranks of each group. Reads only views in the same buckets, a few percent of all; undefined when
 * these have changed since they were counted.
 */
export const askRankedNumbers = async (
  tenant: Tenant,
  { column, bucket }: RankedNumbers,
  question: Question,
  groups: readonly RankedGroup[],
): Promise<(number | undefined)[][]> => {
  if (groups.length === 0) return []
  const { dimensions, wanted } = wantedOf(groups)
  const flat = wanted.flat()
  const { rows } = sourceOf(tenant, question, bucket)
  const query = rankedNumbersQuery(rows, column, dimensions, flat)
  const found = await cachedRows(tenant, Row, query, question)
  return wanted.map((ranks) => ranks.map((one) => atRank(found, flat, one)))
}

/** The number found for a rank: each row has the numbers of its id in the order of `wanted`. */
export const atRank = (
  found: readonly z.infer<typeof Row>[],
  wanted: readonly Pick<Wanted, 'id' | 'position'>[],
  { id, position }: Pick<Wanted, 'id' | 'position'>,
): number | undefined => {
  const positions = wanted.filter((one) => one.id === id).map((one) => one.position)
  return found.find((row) => row.id === id)?.numbers[positions.indexOf(position)]
}

export const wantedOf = (
  groups: readonly RankedGroup[],
): {
  dimensions: CommonValues[]
  wanted: Wanted[][]
} => {
  const dimensions = commonOf(groups)
  const wanted = groups.map(({ dimension, field, ranks }) => {
    const place = dimensions.findIndex((one) => one.dimension === dimension)
    const key = dimensions[place]!.values.indexOf(field) + 1
    return ranks.map((rank) => {
      const bucket = rank.bucket + bucketsBelowZero
      return {
        id: (place * keyCount + key) * bucketCount + bucket,
        bucket,
        position: rank.position,
      }
    })
  })
  return { dimensions, wanted }
}

function commonOf(groups: readonly RankedGroup[]): CommonValues[] {
  const values = new Map<DimensionId, (string | null)[]>()
  for (const { dimension, field } of groups)
    values.set(dimension, [...(values.get(dimension) ?? []), field])
  return [...values].map(([dimension, own]) => ({
    dimension,
    // Null goes last, because keys number the texts first.
    values: own.toSorted((a, b) => Number(a === null) - Number(b === null)),
  }))
}

function rankedNumbersQuery(
  rows: SqlFragment,
  column: string,
  dimensions: readonly CommonValues[],
  wanted: readonly Wanted[],
): SqlFragment {
  const { keys, sets, place, key } = groupedByKeys(dimensions, [sql`bucket`])
  const ids = uints(wanted.map(({ id }) => id))
  const positions = uints(wanted.map(({ position }) => position))
  return sql`SELECT id, arrayMap(position -> sorted[least(position, length(sorted))], arrayFilter((position, of) -> of = id, ${positions}, ${ids})) AS numbers
    FROM (SELECT id, arraySort(counted) AS sorted
      FROM (SELECT ${place} AS place, ${idOf(key)} AS id, groupArray(number) AS counted
        FROM (SELECT ${keys}, ${rowsOfBuckets(rows, column, wanted)})
        GROUP BY GROUPING SETS (${sets}))
      WHERE has(${ids}, id)) ${settings}`
}

/** Computes `Wanted.id`; the query has to select `place` before it. */
export const idOf = (key: SqlFragment): SqlFragment => {
  return sql`(place * ${uint(keyCount)} + ${key}) * ${uint(bucketCount)} + bucket`
}

/** For SELECT: the bucket and the number of each view in one of the buckets. */
export const rowsOfBuckets = (
  rows: SqlFragment,
  column: string,
  wanted: readonly Pick<Wanted, 'bucket'>[],
): SqlFragment => {
  const number = sql.identifier(column)
  const buckets = uints([...new Set(wanted.map(({ bucket }) => bucket))])
  const shifted = sql`toUInt64(toInt32(${bucketOf(number)}) + ${uint(bucketsBelowZero)})`
  return sql`${shifted} AS bucket, assumeNotNull(${number}) AS number ${rows} AND isNotNull(${number}) AND has(${buckets}, ${shifted})`
}
