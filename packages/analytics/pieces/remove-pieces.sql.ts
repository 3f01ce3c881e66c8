import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint, uints } from '@playhead/clickhouse/typed-value.ts'
import { z } from 'zod'
import { listAskedFilters } from './filter-sets/asked-filters.sql.ts'
import { tiers, versionsPerMs } from './piece.ts'

const maximumSeconds = 600
const tables = [
  'view_histograms',
  'view_piece_viewers',
  'view_pieces',
  'view_piece_versions',
] as const

const now = sql`toUnixTimestamp64Milli(now64(3)) * ${uint(versionsPerMs)}`
const Count = z.object({ count: z.number() })

/** A question that began before a piece was replaced has ended by then, and so has a run that made one. */
const keptMs = 3_600_000

const Replaced = z.object({
  environment: z.string(),
  keys: z.array(z.tuple([z.string(), z.string(), z.number(), z.number()])),
})

/** Keys in one statement. */
const keysAtOnce = 500

/** Removes rows that no question reads any more: of older versions, and of runs that died. */
export const removeReplacedPieces = async (clickhouse: ClickHouse): Promise<void> => {
  const keys = sql`environment_id, bucket, tier, moment`
  const every = (name: string) =>
    sql`SELECT DISTINCT ${keys}, version FROM ${sql.identifier(name)} WHERE version < ${now} - ${uint(keptMs * versionsPerMs)}`
  // All nodes of a cluster are asked for what counts: rows of a piece may lie elsewhere than the row of its version.
  const replaced = await clickhouse.rows(
    Replaced,
    sql`SELECT toString(environment_id) AS environment, groupArray((bucket, tier, toUnixTimestamp(moment), version)) AS keys
      FROM (${tables.map((name) => every(name)).reduce((rows, next) => sql`${rows} UNION DISTINCT ${next}`)})
      WHERE (${keys}, version) GLOBAL NOT IN (SELECT ${keys}, max(version) FROM view_piece_versions GROUP BY ${keys})
      GROUP BY environment_id`,
    { maximumSeconds },
  )
  for (const { environment, keys: own } of replaced)
    for (let from = 0; from < own.length; from += keysAtOnce)
      await removeKeys(clickhouse, environment, own.slice(from, from + keysAtOnce))
}

async function removeKeys(
  clickhouse: ClickHouse,
  environment: string,
  keys: readonly [string, string, number, number][],
): Promise<void> {
  const named = keys.map(([bucket, tier, moment]) => `${bucket} ${tier} ${moment}`)
  const versions = uints(keys.map(([, , , version]) => version))
  for (const name of tables)
    await clickhouse.commandWhereRowsLie(
      (table) => sql`DELETE FROM ${table(name)} WHERE environment_id = toUUID(${environment})
        AND (concat(bucket, ' ', tier, ' ', toString(toUnixTimestamp(moment))), version) IN (
          SELECT one.1, one.2 FROM (SELECT arrayJoin(arrayZip(${named}, ${versions})) AS one))`,
      { maximumSeconds },
    )
}

const Stored = z.object({ environment: z.string(), names: z.array(z.string()) })

/** Removes the days of forgotten filters. */
export const removeForgottenFilters = async (clickhouse: ClickHouse): Promise<void> => {
  const asked = new Set(
    (await listAskedFilters(clickhouse)).map(
      ({ environmentId, set }) => `${environmentId} ${set.name}`,
    ),
  )
  const stored = await clickhouse.rows(
    Stored,
    sql`SELECT toString(environment_id) AS environment, groupUniqArray(tier) AS names FROM view_piece_versions
      WHERE tier NOT IN ${tiers} AND version < ${now} - ${uint(keptMs * versionsPerMs)} GROUP BY environment_id`,
    { maximumSeconds },
  )
  for (const { environment, names } of stored) {
    const forgotten = names.filter((name) => !asked.has(`${environment} ${name}`))
    if (forgotten.length === 0) continue
    // The versions first: a question must not find a piece whose rows are gone.
    for (const name of tables.toReversed())
      await clickhouse.commandWhereRowsLie(
        (table) =>
          sql`DELETE FROM ${table(name)} WHERE environment_id = toUUID(${environment}) AND tier IN ${forgotten}`,
        { maximumSeconds },
      )
  }
}

/**
 * After the clock of the engine was set back. Questions do not believe these pieces now, and must not later, when their
 * time has come: changes in between would seem older.
 */
export const removeFuturePieces = async (clickhouse: ClickHouse): Promise<void> => {
  const [found] = await clickhouse.rows(
    Count,
    sql`SELECT count() AS count FROM view_piece_versions WHERE version > ${now}`,
  )
  if ((found?.count ?? 0) === 0) return
  await clickhouse.commandWhereRowsLie(
    (table) => sql`DELETE FROM ${table('view_piece_versions')} WHERE version > ${now}`,
    { maximumSeconds },
  )
}

/** Every question reads views from then on. */
export const removeAllPieces = async (clickhouse: ClickHouse): Promise<void> => {
  const [found] = await clickhouse.rows(
    Count,
    sql`SELECT count() AS count FROM view_piece_versions`,
  )
  if ((found?.count ?? 0) === 0) return
  // The versions first: a question must not find a piece whose rows are gone.
  for (const name of tables.toReversed())
    await clickhouse.commandWhereRowsLie((table) => sql`TRUNCATE ${table(name)}`, {
      maximumSeconds,
    })
}
