import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uints } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import { type CommonValues, groupedByKeys } from './ask-common-values.sql.ts'
import {
  atRank,
  idOf,
  type RankedGroup,
  type RankedNumbers,
  rowsOfBuckets,
  type Wanted,
  wantedOf,
} from './ask-ranked-numbers.sql.ts'
import type { Question } from '../question/question-shape.ts'
import { settings, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'

const Row = z.object({ id: z.number(), numbers: z.array(z.number()) })

/**
 * For each group, the numbers at given ranks among all views outside the group. The k-th number of the others is the (k
 * + own)-th of all, where own is the number of the group's views before it: the first query counts these, the second
 * reads the numbers. Both read only views in the buckets of the ranks. ADR 0057
 */
export const askNumbersOfOthers = async (
  tenant: Tenant,
  { column, bucket }: RankedNumbers,
  question: Question,
  groups: readonly RankedGroup[],
): Promise<(number | undefined)[][]> => {
  if (groups.length === 0) return []
  const { dimensions, wanted } = wantedOf(groups)
  const flat = wanted.flat()
  const { rows } = sourceOf(tenant, question, bucket)
  const ranksQuery = ranksAmongAllQuery(rows, column, dimensions, flat)
  const ranks = await cachedRows(tenant, Row, ranksQuery, question)
  const amongAll = ({ id, bucket: of, position }: Wanted): Wanted => {
    // A group without views in the bucket has none before the rank.
    return { id: of, bucket: of, position: atRank(ranks, flat, { id, position }) ?? position }
  }
  const all = wanted.map((some) => some.map(amongAll))
  const distinct = [
    ...new Map(all.flat().map((one) => [`${one.id} ${one.position}`, one])).values(),
  ]
  const numbers = await cachedRows(tenant, Row, numbersQuery(rows, column, distinct), question)
  return all.map((some) => some.map((one) => atRank(numbers, distinct, one)))
}

/** For each group and bucket: turns a rank among the others into the rank among all views of the bucket. */
function ranksAmongAllQuery(
  rows: SqlFragment,
  column: string,
  dimensions: readonly CommonValues[],
  wanted: readonly Wanted[],
): SqlFragment {
  const { keys, sets, place, key } = groupedByKeys(dimensions, [sql`bucket`])
  const names = sql.join(dimensions.map((_, index) => sql.identifier(`key_${index}`)))
  const ids = uints(wanted.map(({ id }) => id))
  const positions = uints(wanted.map(({ position }) => position))
  const ownBefore = sql`arrayCount((rank, index) -> rank - index < position, ranks, arrayEnumerate(ranks))`
  return sql`SELECT id, arrayMap(position -> position + ${ownBefore}, arrayFilter((position, of) -> of = id, ${positions}, ${ids})) AS numbers
    FROM (SELECT id, arraySort(counted) AS ranks
      FROM (SELECT ${place} AS place, ${idOf(key)} AS id, groupArray(rank) AS counted
        FROM (SELECT ${names}, bucket, row_number() OVER (PARTITION BY bucket ORDER BY number) AS rank
          FROM (SELECT ${keys}, ${rowsOfBuckets(rows, column, wanted)}))
        GROUP BY GROUPING SETS (${sets}))
      WHERE has(${ids}, id)) ${settings}`
}

function numbersQuery(rows: SqlFragment, column: string, wanted: readonly Wanted[]): SqlFragment {
  const ids = uints(wanted.map(({ id }) => id))
  const positions = uints(wanted.map(({ position }) => position))
  return sql`SELECT bucket AS id, arrayMap(position -> sorted[least(position, length(sorted))], arrayFilter((position, of) -> of = bucket, ${positions}, ${ids})) AS numbers
    FROM (SELECT bucket, arraySort(groupArray(number)) AS sorted FROM (SELECT ${rowsOfBuckets(rows, column, wanted)}) GROUP BY bucket) ${settings}`
}
