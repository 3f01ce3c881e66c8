import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { z } from 'zod'
import { answer } from './answer.ts'
import { type CommonValues, groupedByKeys } from './ask-common-values.sql.ts'
import type { Rank } from './ask-quantile-impacts.sql.ts'
import type { Bucket } from './condition.sql.ts'
import { bucketOf } from './histogram.sql.ts'
import type { Question } from './question-shape.ts'
import { settings, sourceOf } from './source.sql.ts'
import type { Tenant } from './tenant.ts'

export interface RankedGroup {
  dimension: DimensionId
  field: string | null
  ranks: readonly Rank[]
}

interface RankedNumbers {
  column: string
  bucket: Bucket
}

const Row = z.object({ id: z.number(), numbers: z.array(z.number()) })
const bucketsBelowZero = 2 ** 15
const bucketCount = 2 ** 16
const keyCount = 2 ** 8

/** The numbers at the ranks of each group. Only views in the same buckets are read, a few of a hundred; undefined where none is left since they were counted. */
export async function askRankedNumbers(
  tenant: Tenant,
  { column, bucket }: RankedNumbers,
  question: Question,
  groups: readonly RankedGroup[],
): Promise<(number | undefined)[][]> {
  if (groups.length === 0) return []
  const dimensions = commonOf(groups)
  const wanted = groups.map(({ dimension, field, ranks }) => {
    const place = dimensions.findIndex((one) => one.dimension === dimension)
    const key = dimensions[place]!.values.indexOf(field) + 1
    return ranks.map((rank) => ({
      id: (place * keyCount + key) * bucketCount + rank.bucket + bucketsBelowZero,
      position: rank.position,
    }))
  })
  const flat = wanted.flat()
  const { rows } = sourceOf(tenant, question, bucket)
  const query = rankedNumbersQuery(rows, column, dimensions, flat)
  const found = await answer(tenant, Row, query, question)
  const numbers = new Map(found.map((row) => [row.id, row.numbers]))
  return wanted.map((ranks) =>
    ranks.map(({ id, position }) => {
      const positions = flat.filter((one) => one.id === id).map((one) => one.position)
      return numbers.get(id)?.[positions.indexOf(position)]
    }),
  )
}

function commonOf(groups: readonly RankedGroup[]): CommonValues[] {
  const values = new Map<DimensionId, (string | null)[]>()
  for (const { dimension, field } of groups)
    values.set(dimension, [...(values.get(dimension) ?? []), field])
  return [...values].map(([dimension, own]) => ({
    dimension,
    // Places are those among the texts, then that of none.
    values: own.toSorted((a, b) => Number(a === null) - Number(b === null)),
  }))
}

function rankedNumbersQuery(
  rows: SqlFragment,
  column: string,
  dimensions: readonly CommonValues[],
  wanted: readonly { id: number; position: number }[],
): SqlFragment {
  const number = sql.identifier(column)
  const { keys, sets, place, key } = groupedByKeys(dimensions, [sql`bucket`])
  const ids = uints(wanted.map(({ id }) => id))
  const positions = uints(wanted.map(({ position }) => position))
  const buckets = uints([...new Set(wanted.map(({ id }) => id % bucketCount))])
  const shifted = sql`toUInt64(toInt32(${bucketOf(number)}) + ${uint(bucketsBelowZero)})`
  return sql`SELECT id, arrayMap(position -> sorted[least(position, length(sorted))], arrayFilter((position, of) -> of = id, ${positions}, ${ids})) AS numbers
    FROM (SELECT id, arraySort(counted) AS sorted
      FROM (SELECT ${place} AS place, (place * ${uint(keyCount)} + ${key}) * ${uint(bucketCount)} + bucket AS id, groupArray(number) AS counted
        FROM (SELECT ${keys}, ${shifted} AS bucket, assumeNotNull(${number}) AS number ${rows} AND isNotNull(${number}) AND has(${buckets}, ${shifted}))
        GROUP BY GROUPING SETS (${sets}))
      WHERE has(${ids}, id)) ${settings}`
}
