import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'
import type { EventsTenant } from './events/events.sql.ts'

const EventRow = z.object({
  view_id: z.string(),
  view_sequence: z.number(),
  name: z.string(),
  round_trip_ms: z.number(),
})

export const listStoredEvents = (tenant: EventsTenant) =>
  tenant.clickhouse.rows(
    EventRow,
    sql`SELECT view_id, view_sequence, name, round_trip_ms FROM events WHERE environment_id = toUUID(${tenant.id})
      ORDER BY view_id, view_sequence`,
  )

const ViewRow = z.object({
  view_id: z.string(),
  end: z.number(),
  watch_time: z.number(),
  version: z.number(),
})

export const listStoredViews = (tenant: EventsTenant) =>
  tenant.clickhouse.rows(
    ViewRow,
    sql`SELECT view_id, toUnixTimestamp64Milli(view_end) AS end, watch_time, version FROM views FINAL
      WHERE environment_id = toUUID(${tenant.id}) ORDER BY view_id`,
  )

const SampleRow = z.object({ started: z.number(), steps: z.number(), watch_ms: z.number() })

export const readSampleTotals = async (
  tenant: EventsTenant,
  table: 'samples' | 'early_samples' = 'samples',
) => {
  const [row] = await tenant.clickhouse.rows(
    SampleRow,
    sql`SELECT countIf(started) AS started, count() AS steps, sum(watch_ms) AS watch_ms FROM ${sql.identifier(table)}
      WHERE environment_id = toUUID(${tenant.id})`,
  )
  return row ?? { started: 0, steps: 0, watch_ms: 0 }
}

const StepRow = z.object({ step: z.number(), samples: z.number() })

/** The steps that collectors ran through, in order, with the number of samples of each. */
export const listSampledSteps = (clickhouse: ClickHouse) =>
  clickhouse.rows(
    StepRow,
    sql`SELECT toUnixTimestamp(noted.sampled_at) AS step, toUInt32(countIf(taken.view_id != '')) AS samples
      FROM (SELECT DISTINCT sampled_at FROM sampled_steps) AS noted
      LEFT JOIN samples AS taken ON taken.sampled_at = noted.sampled_at
      GROUP BY noted.sampled_at ORDER BY noted.sampled_at`,
  )

export const deleteView = (tenant: EventsTenant, viewId: string) =>
  tenant.clickhouse.command(
    sql`DELETE FROM views WHERE environment_id = toUUID(${tenant.id}) AND view_id = ${viewId}`,
  )

/** From now on the table rejects rows with this name. */
/** Replaces the name that was refused before, so that a second try of a test can set it again. */
export const setRefusedName = async (
  clickhouse: ClickHouse,
  table: 'events' | 'views',
  column: string,
  value: string,
) => {
  await clickhouse.command(
    sql`ALTER TABLE ${sql.identifier(table)} DROP CONSTRAINT IF EXISTS not_this`,
  )
  await clickhouse.command(
    sql`ALTER TABLE ${sql.identifier(table)} ADD CONSTRAINT not_this CHECK isNull(${sql.identifier(column)}) OR ${sql.identifier(column)} != ${value}`,
  )
}

export const setTableName = (clickhouse: ClickHouse, from: string, to: string) =>
  clickhouse.command(sql`RENAME TABLE ${sql.identifier(from)} TO ${sql.identifier(to)}`)

/** As when the partition of one day is dropped while a view continued into the next. */
export const deleteFirstEvents = (tenant: EventsTenant, viewId: string, beforeSequence: number) =>
  tenant.clickhouse.command(
    sql`DELETE FROM events WHERE environment_id = toUUID(${tenant.id}) AND view_id = ${viewId}
      AND view_sequence < ${uint(beforeSequence)}`,
  )

/** A view that lasts for days: a heartbeat every few seconds, each with a different text. */
export const insertLongView = (
  tenant: EventsTenant,
  { viewId, events, receivedAt }: { viewId: string; events: number; receivedAt: Date },
) =>
  tenant.clickhouse.command(
    sql`INSERT INTO events (environment_id, received_at, batch, source, view_id, view_sequence, name, viewer_time,
        transmitted_at, body, context)
      SELECT toUUID(${tenant.id}), ${receivedAt}, 1, 'mux', ${viewId}, number + 1, if(number = 0, 'viewstart', 'hb'),
        1000 * number, 1000 * number, concat('{"custom_1":"', toString(number), repeat('x', 3000), '"}'), '{}'
      FROM numbers(${uint(events)})`,
  )

/** As when an older version wrote the row: the same view, which ends a millisecond later. */
export const insertLaterEnd = (tenant: EventsTenant, viewId: string) =>
  tenant.clickhouse.command(
    sql`INSERT INTO views SELECT * EXCEPT (is_old) REPLACE (version + 1 AS version, is_old AS is_deleted,
        if(is_old = 1, view_end, view_end + toIntervalMillisecond(1)) AS view_end)
      FROM (SELECT *, arrayJoin([toUInt8(0), toUInt8(1)]) AS is_old FROM views FINAL
        WHERE environment_id = toUUID(${tenant.id}) AND view_id = ${viewId})`,
  )
