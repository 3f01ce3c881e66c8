import { breakdownQuery } from '@playhead/analytics/ask-breakdown.sql.ts'
import { measured } from '@playhead/analytics/question/definition.ts'
import type { Tenant } from '@playhead/analytics/question/tenant.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { foreignStatement, sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { z } from 'zod'

const runs = 7
const AnyRow = z.record(z.string(), z.unknown())
const Place = z.object({ view_id: z.string(), end: z.string() })

/** Creates the table from its statement in the migrations, and copies rows from another table when one is named. */
export const makeLayout = async (
  clickhouse: ClickHouse,
  name: string,
  statement: string,
  source?: string,
): Promise<void> => {
  await clickhouse.command(sql`DROP TABLE IF EXISTS ${sql.identifier(name)}`)
  const named = statement.replace('EXISTS views\n', `EXISTS ${name}\n`)
  await clickhouse.command(foreignStatement(named))
  if (source === undefined) return
  await clickhouse.command(
    sql`INSERT INTO ${sql.identifier(name)} SELECT * FROM ${sql.identifier(source)} SETTINGS max_partitions_per_insert_block = 1000`,
  )
}

export const measureLayout = async (
  tenant: Tenant,
  until: Date,
  isAskedWithoutFinal: boolean,
): Promise<string> => {
  const { clickhouse } = tenant
  const start = new Date(until.getTime() - 30 * 86_400_000)
  const ofTenant = sql`environment_id = toUUID(${tenant.id})`
  const [place] = await clickhouse.rows(
    Place,
    sql`SELECT view_id, toString(view_end) AS end FROM layout WHERE ${ofTenant} AND view_end > ${new Date(until.getTime() - 10 * 86_400_000)} LIMIT 1`,
  )
  const ofView = sql`${ofTenant} AND view_id = ${place?.view_id ?? ''}`
  const onLayout = (query: SqlFragment) => {
    const text = query.text.replaceAll(
      'views FINAL',
      isAskedWithoutFinal ? 'layout' : 'layout FINAL',
    )
    return { text, parameters: query.parameters, name: 'measureLayout' } as SqlFragment
  }
  const breakdown = (
    metric: 'viewer_experience_score' | 'video_startup_time',
    measurement: 'avg' | 'median',
    dimension: 'country' | 'video_title',
  ) =>
    breakdownQuery(
      tenant,
      measured(metric, measurement),
      { timeframe: { start, end: until, isHistorical: false }, filters: [], metricFilters: [] },
      { dimension, orderBy: 'negative_impact', direction: 'desc', limit: 25, page: 1 },
    )
  const whole = sql`FROM views FINAL WHERE ${ofTenant} AND view_end >= ${start} AND view_end < ${until}`
  const lastHour = new Date(until.getTime() - 3_600_000)
  const asked: [string, SqlFragment[]][] = [
    ['count', [sql`SELECT count() AS views ${whole}`]],
    ['country', [breakdown('viewer_experience_score', 'avg', 'country')]],
    ['title', [breakdown('video_startup_time', 'median', 'video_title')]],
    [
      'page',
      [
        sql`SELECT view_id, view_end, video_title, country ${whole} AND view_end >= ${lastHour} ORDER BY view_end DESC, view_id DESC LIMIT 25`,
      ],
    ],
    [
      'one',
      [
        sql`SELECT view_end, version FROM layout WHERE ${ofView}`,
        sql`SELECT * FROM layout WHERE ${ofView} AND view_end = toDateTime64(${place?.end ?? ''}, 3, 'UTC')`,
      ],
    ],
  ]
  const times: string[] = []
  for (const [title, queries] of asked) {
    const fastest = await fastestOf(clickhouse, queries.map(onLayout))
    times.push(`${title} ${fastest.toFixed(0)} ms`)
  }
  return `${await mebibytes(clickhouse)} MiB; ${times.join(', ')}`
}

async function fastestOf(clickhouse: ClickHouse, queries: readonly SqlFragment[]): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    for (const query of queries) await clickhouse.rows(AnyRow, query)
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}

async function mebibytes(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.rows(
    z.object({ bytes: z.number() }),
    sql`SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase() AND table = ${'layout'}`,
  )
  return Math.round((row?.bytes ?? 0) / 2 ** 20)
}
