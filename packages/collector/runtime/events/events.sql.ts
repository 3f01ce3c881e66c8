import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql } from '@playhead/clickhouse/sql.ts'
import { int, uint } from '@playhead/clickhouse/typed-value.ts'
import type { RequestContext } from '@playhead/enrichment/request-context.ts'
import { readStoredBody } from '../../beacon/stored-body.ts'
import type { ArrivedEvent } from '../../player-event.ts'

export interface EventsTenant {
  readonly id: string
  readonly clickhouse: ClickHouse
}

/** Players choose view ids. This many ids of maximum length still fit into a URL. */
export const idsAtOnceMax = 50

const StoredKey = z.object({
  environment_id: z.string(),
  view_id: z.string(),
  view_sequence: z.number(),
})
export type StoredKey = z.infer<typeof StoredKey>

/** A batch number is its creation time in milliseconds times 1,000: this finds the partition. */
export const listStoredOfBatch = (clickhouse: ClickHouse, batch: number) =>
  clickhouse.rows(
    StoredKey,
    sql`SELECT environment_id, view_id, view_sequence FROM events
      WHERE batch = ${uint(batch)}
        AND received_at > fromUnixTimestamp64Milli(${int(Math.floor(batch / 1000) - 3_600_000)})`,
  )

const ActivityRow = z.object({
  environment_id: z.string(),
  view_id: z.string(),
  last_received: z.number(),
})
export type ViewActivity = z.infer<typeof ActivityRow>

/** Views with an event after `since`, those silent for longest first. */
export const listActiveViews = (
  clickhouse: ClickHouse,
  { since, limit, offset }: { since: number; limit: number; offset: number },
) =>
  clickhouse.rows(
    ActivityRow,
    sql`SELECT environment_id, view_id, max(toUnixTimestamp64Milli(received_at)) AS last_received
      FROM events WHERE received_at > fromUnixTimestamp64Milli(${int(since)})
      GROUP BY environment_id, view_id ORDER BY last_received, view_id
      LIMIT ${uint(limit)} OFFSET ${uint(offset)}`,
  )

const LastRow = z.object({ batch: z.number(), received: z.number() })

/** Newest batch and newest arrival; zeros where there is none. Arrivals ahead of the clock do not count. */
export const findLastBatch = async (clickhouse: ClickHouse, now: number) => {
  const [row] = await clickhouse.rows(
    LastRow,
    sql`SELECT max(batch) AS batch,
        toUnixTimestamp64Milli(maxIf(received_at, received_at <= fromUnixTimestamp64Milli(${int(now)}))) AS received
      FROM events`,
  )
  return row ?? { batch: 0, received: 0 }
}

const LastReceivedRow = z.object({ view_id: z.string(), last_received: z.number() })

export const listLastReceived = (tenant: EventsTenant, viewIds: readonly string[]) =>
  tenant.clickhouse.rows(
    LastReceivedRow,
    sql`SELECT view_id, max(toUnixTimestamp64Milli(received_at)) AS last_received FROM events
      WHERE environment_id = toUUID(${tenant.id}) AND view_id IN ${viewIds} GROUP BY view_id`,
  )

const EventRow = z.object({
  received: z.number(),
  batch: z.number(),
  source: z.enum(['mux', 'cmcd']),
  view_id: z.string(),
  player_instance_id: z.string(),
  player_sequence: z.number(),
  view_sequence: z.number(),
  name: z.string(),
  viewer_time: z.number(),
  transmitted_at: z.number(),
  round_trip_ms: z.number(),
  body: z.string(),
  context: z.string(),
})

/** A view of several days has more events than memory should hold at once. */
const patienceSeconds = 120

/** All stored events of these views, in the order in which they are folded. */
export const eventsOfViews = async function* (
  tenant: EventsTenant,
  viewIds: readonly string[],
): AsyncGenerator<ArrivedEvent> {
  const lines = tenant.clickhouse.lines(
    sql`SELECT toUnixTimestamp64Milli(received_at) AS received, batch, source, view_id, player_instance_id,
        player_sequence, view_sequence, name, viewer_time, transmitted_at, round_trip_ms, body, context
      FROM events WHERE environment_id = toUUID(${tenant.id}) AND view_id IN ${viewIds}
      ORDER BY view_id, view_sequence, received_at, batch`,
    { maximumSeconds: patienceSeconds },
  )
  for await (const line of lines) yield arrivedEvent(tenant, EventRow.parse(JSON.parse(line)))
}

const arrivedEvent = (tenant: EventsTenant, row: z.infer<typeof EventRow>): ArrivedEvent => ({
  environmentId: tenant.id,
  environmentKey: null,
  source: row.source,
  receivedAt: row.received,
  batch: row.batch,
  transmittedAt: row.transmitted_at,
  roundTripMs: row.round_trip_ms,
  context: JSON.parse(row.context) as RequestContext,
  name: row.name,
  viewId: row.view_id,
  playerInstanceId: row.player_instance_id,
  playerSequence: row.player_sequence,
  viewSequence: row.view_sequence,
  viewerTime: row.viewer_time,
  fields: readStoredBody(row.body),
})

const ViewCountRow = z.object({
  view_id: z.string(),
  events: z.number(),
  last_received: z.number(),
})

/** All views with events after a given one, in order of their ids. */
export const listViewsWithEvents = (
  tenant: EventsTenant,
  { since, after, limit }: { since: number; after: string; limit: number },
) =>
  tenant.clickhouse.rows(
    ViewCountRow,
    sql`SELECT view_id, count() AS events, max(toUnixTimestamp64Milli(received_at)) AS last_received
      FROM events WHERE environment_id = toUUID(${tenant.id}) AND view_id > ${after}
      GROUP BY view_id HAVING last_received > ${int(since)} ORDER BY view_id LIMIT ${uint(limit)}`,
  )

const EnvironmentRow = z.object({ environment_id: z.string() })

export const listEnvironmentsWithEvents = async (clickhouse: ClickHouse) =>
  (await clickhouse.rows(EnvironmentRow, sql`SELECT DISTINCT environment_id FROM events`)).map(
    (row) => row.environment_id,
  )
