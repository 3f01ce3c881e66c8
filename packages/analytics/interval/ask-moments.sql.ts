import { sql } from '@playhead/clickhouse/sql.ts'
import { float, uint } from '@playhead/clickhouse/typed-value.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import { z } from 'zod'
import { cachedRows } from '../cache/query-cache.ts'
import type { Moments } from '../change/moments.ts'
import { perView } from '../change/per-view.sql.ts'
import type { Bucket } from '../source/condition.sql.ts'
import { askFewColumns } from '../few-columns.ts'
import type { Question } from '../question/question-shape.ts'
import { settings, sourceOf } from '../source/source.sql.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Interval } from './interval.ts'

const Row = z.object({ sums: z.array(z.array(z.number())), counts: z.array(z.number()) })
/** A placeholder for `between`, which only percentiles use. */
const nowhere = 0

/** Sums and squares of what each view adds to each formula, and the number of views that have each column. */
export const askMoments = async (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  formulas: readonly Formula[],
  columns: readonly string[],
): Promise<{ moments: Moments[]; counts: number[] }> => {
  const source = sourceOf(tenant, question, bucket)
  const sums = formulas.map((formula) => {
    if (formula.kind === 'unique') {
      const viewers = sql`toFloat64(ifNull(uniqCombined64(${sql.identifier(formula.column)}), 0))`
      return sql`[${sql.join([viewers, viewers, viewers, viewers, viewers, viewers])}]`
    }
    const { x, y, isValid } = perView(formula, nowhere)
    const each = [sql`1.`, x, y, sql`${x} * ${x}`, sql`${x} * ${y}`, sql`${y} * ${y}`]
    return sql`[${sql.join(each.map((one) => sql`sumIf(${one}, ${isValid})`))}]`
  })
  const counts = columns.map((column) => sql`count(${sql.identifier(column)})`)
  const query = sql`SELECT [${sql.join(sums)}] AS sums, [${sql.join(counts)}] AS counts ${source.rows} ${settings}`
  const [row] = await cachedRows(tenant, Row, query, question)
  return {
    moments: formulas.map((_, place) => {
      const [views = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0] = row?.sums[place] ?? []
      return { views, x, y, xx, xy, yy }
    }),
    counts: row?.counts ?? [],
  }
}

const Bounds = z.object({ bounds: z.array(z.array(z.number().nullable())) })

export interface Bounded {
  column: string
  levels: [number, number]
}

export const askQuantileBounds = async (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  asked: readonly Bounded[],
): Promise<(Interval | null)[]> => {
  const found = await askFewColumns(
    [...asked.entries()],
    ([, { column }]) => column,
    async (some) => {
      const bounds = await askBounds(
        tenant,
        question,
        bucket,
        some.map(([, one]) => one),
      )
      return some.map(([place], index) => [place, bounds[index] ?? null] as const)
    },
  )
  const places = new Map(found.flat())
  return asked.map((_, place) => places.get(place) ?? null)
}

async function askBounds(
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  asked: readonly Bounded[],
): Promise<(Interval | null)[]> {
  const source = sourceOf(tenant, question, bucket)
  const each = asked.map(({ column }, index) => {
    const name = sql.identifier(column)
    // One pass over a column computes all its levels.
    const same = asked.filter((one) => one.column === column)
    const levels = same.flatMap((one) => one.levels.map((level) => sql`${float(level)}`))
    const values = sql`quantilesExactInclusive(${sql.join(levels, ', ')})(${name})`
    const first = uint(2 * same.indexOf(asked[index]!) + 1)
    return sql`if(count(${name}) = 0, [NULL, NULL], arrayMap(bound -> toNullable(toFloat64(bound)), arraySlice(${values}, ${first}, 2)))`
  })
  const query = sql`SELECT [${sql.join(each)}] AS bounds ${source.rows} ${settings}`
  const [row] = await cachedRows(tenant, Bounds, query, question)
  return asked.map((_, place) => {
    const [low, high] = row?.bounds[place] ?? []
    return typeof low === 'number' && typeof high === 'number' ? { low, high } : null
  })
}
