import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '../tenant.ts'

export interface EventToRecord {
  type: string
  objectType: string
  objectId: string
  data: Record<string, unknown>
}

/** The channel on which webhook delivery listens. */
export const webhooksChannel = 'playhead_webhooks'

const Inserted = z.object({ id: z.uuid() })

/** Creates a delivery for each webhook that is enabled now; later webhooks do not get the event. */
export const insertEvent = async (environment: Environment, event: EventToRecord) => {
  const { id } = await environment.postgres.row(
    Inserted,
    sql`
    insert into events (environment_id, type, object_type, object_id, data, request_id)
    values (${environment.id}, ${event.type}, ${event.objectType}, ${event.objectId},
      ${sql.json(event.data)}, ${environment.requestId ?? null}::uuid)
    returning id`,
  )
  await environment.postgres.run(
    sql`
    with added as (
      insert into webhook_deliveries (event_id, webhook_id, environment_id)
      select ${id}, id, environment_id from webhooks
      where environment_id = ${environment.id} and is_enabled
      -- A webhook that is deleted at this moment is skipped, instead of failing the foreign key.
      for key share
      returning event_id)
    select pg_notify(${webhooksChannel}, '') from added limit 1`,
  )
  return id
}

/** In batches, so that no statement runs long. */
export const deleteEventsBefore = (postgres: Database, date: Date, limit: number) =>
  postgres.run(sql`
    delete from events where id in (
      select id from events where created_at < ${date} order by created_at limit ${limit})`)

const InsertedDelivery = z.object({ event_id: z.uuid() })

/** Creates an event for a single webhook. Returns no row when the webhook was deleted in between. */
export const insertTestEvent = (
  environment: Environment,
  webhookId: string,
  data: Record<string, unknown>,
) =>
  environment.postgres.maybeRow(
    InsertedDelivery,
    sql`
    with webhook as (
      select id, environment_id from webhooks
      where environment_id = ${environment.id} and id = ${webhookId} for key share),
    event as (
      insert into events (environment_id, type, object_type, object_id, data, request_id)
      select environment_id, 'webhook.test', 'webhook', id::text, ${sql.json(data)},
        ${environment.requestId ?? null}::uuid
      from webhook
      returning id),
    told as (select pg_notify(${webhooksChannel}, '') from webhook)
    insert into webhook_deliveries (event_id, webhook_id, environment_id)
    select event.id, webhook.id, webhook.environment_id from event, webhook, told
    returning event_id`,
  )
