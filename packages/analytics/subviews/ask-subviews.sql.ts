import { z } from 'zod'
import { groupBy } from '@playhead/domain/group-by.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { Tenant } from '../question/tenant.ts'
import type { SubviewAttribute } from '@playhead/metrics/subviews.ts'
import { type SubviewDimension, type SubviewQuestion, subviewsOf } from './subviews.sql.ts'
import { cachedRows } from '../cache/query-cache.ts'
import type { Question } from '../question/question-shape.ts'

interface Page {
  limit: number
  page: number
}

const TotalRow = z.object({ playing_time: z.number() })

export const askSubviewOverall = async (
  tenant: Tenant,
  asked: SubviewQuestion,
): Promise<number> => {
  const [row] = await cachedRows(
    tenant,
    TotalRow,
    sql`SELECT sum(playing_time) AS playing_time ${subviewsOf(tenant, asked)}`,
    asked.question,
  )
  return row?.playing_time ?? 0
}

const BreakdownRow = z.object({
  value: z.string(),
  playing_time: z.number(),
  total_playing_time: z.number(),
  total: z.number(),
})

export interface SubviewRow {
  value: string
  playingTime: number
  /** Fraction of the playing time of all rows. */
  share: number
}

const keyOf = (attributes: readonly SubviewAttribute[]): SqlFragment =>
  sql`arrayStringConcat([${sql.join(attributes.map((name) => sql.identifier(name)))}], ', ')`

/** Values of several attributes are joined in the requested order. */
export const askSubviewBreakdown = async (
  tenant: Tenant,
  asked: SubviewQuestion,
  attributes: readonly SubviewAttribute[],
  { limit, page }: Page,
): Promise<{ rows: SubviewRow[]; total: number }> =>
  pageOf(tenant, asked, {
    rows: sql`SELECT ${keyOf(attributes)} AS value, sum(subviews.playing_time) AS playing_time
      FROM (SELECT * ${subviewsOf(tenant, asked)}) AS subviews GROUP BY value`,
    order: sql`playing_time DESC, value`,
    limit,
    page,
  })

interface ValuesOrder {
  by: 'playing_time' | 'value'
  direction: 'asc' | 'desc'
  search: string | undefined
}

const valueOrders = {
  playing_time: { asc: sql`playing_time, value`, desc: sql`playing_time DESC, value` },
  value: { asc: sql`value`, desc: sql`value DESC` },
}

export const askSubviewValues = async (
  tenant: Tenant,
  asked: SubviewQuestion,
  dimension: SubviewDimension,
  { by, direction, search }: ValuesOrder,
  { limit, page }: Page,
): Promise<{ rows: SubviewRow[]; total: number }> =>
  pageOf(tenant, asked, {
    rows: sql`SELECT dimension AS value, sum(subviews.playing_time) AS playing_time
      FROM (SELECT * ${subviewsOf(tenant, asked, dimension)}) AS subviews
      ${search ? sql`WHERE positionCaseInsensitiveUTF8(dimension, ${search}) > 0` : sql.empty}
      GROUP BY value`,
    order: valueOrders[by][direction],
    limit,
    page,
  })

const pageOf = async (
  tenant: Tenant,
  { question }: SubviewQuestion,
  {
    rows: grouped,
    order,
    limit,
    page,
  }: { rows: SqlFragment; order: SqlFragment; limit: number; page: number },
) => {
  const rows = await cachedRows(
    tenant,
    BreakdownRow,
    sql`
    SELECT value, playing_time, sum(playing_time) OVER () AS total_playing_time, count() OVER () AS total
    FROM (${grouped}) ORDER BY ${order} LIMIT ${uint(limit)} OFFSET ${uint((page - 1) * limit)}`,
    question,
  )
  const total = rows[0]?.total ?? (page > 1 ? await countOf(tenant, grouped, question) : 0)
  return {
    rows: rows.map((row) => ({
      value: row.value,
      playingTime: row.playing_time,
      share: row.total_playing_time === 0 ? 0 : row.playing_time / row.total_playing_time,
    })),
    total,
  }
}

const CountRow = z.object({ total: z.number() })

const countOf = async (tenant: Tenant, grouped: SqlFragment, question: Question) => {
  const query = sql`SELECT count() AS total FROM (${grouped})`
  return (await cachedRows(tenant, CountRow, query, question))[0]?.total ?? 0
}

const StepRow = z.object({ step: z.number(), value: z.string(), playing_time: z.number() })

type SubviewGranularity = 'hour' | 'day'

const beginnings: Record<SubviewGranularity, SqlFragment> = {
  hour: sql`toStartOfHour(subviews.began)`,
  day: sql`toStartOfDay(subviews.began)`,
}

interface SubviewStep {
  /** Epoch seconds. */
  step: number
  values: { value: string; playingTime: number }[]
}

/** The top values of the whole range, by hour or by day; a step without playing time has none. */
export const askSubviewTimeseries = async (
  tenant: Tenant,
  asked: SubviewQuestion,
  attributes: readonly SubviewAttribute[],
  { granularity, limit }: { granularity: SubviewGranularity; limit: number },
): Promise<SubviewStep[]> => {
  const { rows: chosen } = await askSubviewBreakdown(tenant, asked, attributes, { limit, page: 1 })
  const { timeframe } = asked.question
  const rows = await cachedRows(
    tenant,
    StepRow,
    sql`
    SELECT toUnixTimestamp(${beginnings[granularity]}) AS step, ${keyOf(attributes)} AS value,
      sum(subviews.playing_time) AS playing_time
    FROM (SELECT * ${subviewsOf(tenant, asked)}) AS subviews
    WHERE has(${chosen.map(({ value }) => value)}, value)
    GROUP BY step, value`,
    asked.question,
  )
  const rank = new Map(chosen.map(({ value }, at) => [value, at]))
  const byStep = groupBy(rows, ({ step }) => step)
  const seconds = granularity === 'hour' ? 3600 : 86_400
  const first = Math.floor(timeframe.start.getTime() / 1000 / seconds) * seconds
  const count = Math.ceil((timeframe.end.getTime() / 1000 - first) / seconds)
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const step = first + at * seconds
    const values = (byStep.get(step) ?? [])
      .toSorted((one, other) => rank.get(one.value)! - rank.get(other.value)!)
      .map((row) => ({ value: row.value, playingTime: row.playing_time }))
    return { step, values }
  })
}
