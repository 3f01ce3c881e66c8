import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import { webhooksChannel } from '@playhead/server-kit/events/events.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { EventRow } from '@playhead/features/activity/events/server'
import { type DeliveryStatus, deliveryStatuses } from '../../contract.ts'

export const DeliveryRow = z.object({
  event_id: z.uuid(),
  type: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  event_created_at: z.date(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
  next_attempt_at: z.date(),
  is_enabled: z.boolean(),
  last_created_at: z.date().nullable(),
  last_status_code: z.number().nullable(),
  last_error: z.string().nullable(),
  last_duration_ms: z.number().nullable(),
})
export type DeliveryRow = z.infer<typeof DeliveryRow>

export interface Place {
  webhookId: string
  eventId: string
}

const columns = sql`d.event_id, v.type, v.object_type, v.object_id,
  v.created_at as event_created_at, d.status, d.attempts, d.next_attempt_at, w.is_enabled,
  last.created_at as last_created_at, last.response_status_code as last_status_code,
  last.error as last_error, last.duration_ms as last_duration_ms`

const tables = sql`webhook_deliveries d
  join events v on v.id = d.event_id
  join webhooks w on w.id = d.webhook_id
  left join lateral (
    select created_at, response_status_code, error, duration_ms from webhook_attempts
    where event_id = d.event_id and webhook_id = d.webhook_id
    order by number desc limit 1) last on true`

interface Listed {
  webhookId: string
  status: DeliveryStatus | undefined
}

const listed = (environment: Environment, { webhookId, status }: Listed) => sql`
  d.environment_id = ${environment.id} and d.webhook_id = ${webhookId}
  ${status ? sql`and d.status = ${status}` : sql.empty}`

const CountRow = z.object({ count: z.number() })

export const countDeliveries = async (environment: Environment, given: Listed) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from webhook_deliveries d where ${listed(environment, given)}`,
    )
  ).count

export const listDeliveries = (
  environment: Environment,
  { page, limit, ...given }: Listed & { page: number; limit: number },
) =>
  environment.postgres.rows(
    DeliveryRow,
    sql`
    select ${columns} from ${tables} where ${listed(environment, given)}
    order by d.created_at desc, d.event_id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findDelivery = (environment: Environment, { webhookId, eventId }: Place) =>
  environment.postgres.maybeRow(
    DeliveryRow,
    sql`
    select ${columns} from ${tables}
    where d.environment_id = ${environment.id} and d.webhook_id = ${webhookId}
      and d.event_id = ${eventId}`,
  )

/** Works in any status. The attempt counter continues, so an attempt after the last is again the last. */
export const updateDeliveryAgain = (environment: Environment, { webhookId, eventId }: Place) =>
  environment.postgres.run(sql`
    with again as (
      update webhook_deliveries set status = 'pending', next_attempt_at = clock_timestamp()
      where environment_id = ${environment.id} and webhook_id = ${webhookId}
        and event_id = ${eventId} returning event_id)
    select pg_notify(${webhooksChannel}, '') from again`)

export const findEvent = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    EventRow,
    sql`
    select v.id, v.type, v.object_type, v.object_id, v.data, v.created_at, v.environment_id,
      e.name as environment_name, v.sequence
    from events v join environments e on e.id = v.environment_id
    where v.environment_id = ${environment.id} and v.id = ${id}`,
  )

export const AttemptRow = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  address: z.string(),
  number: z.number(),
  response_status_code: z.number().nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_body: z.string().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
  created_at: z.date(),
})
export type AttemptRow = z.infer<typeof AttemptRow>

/** Newest first. */
export const listAttempts = (
  environment: Pick<Environment, 'id' | 'postgres'>,
  { eventId, webhookId }: { eventId: string; webhookId?: string },
) =>
  environment.postgres.rows(
    AttemptRow,
    sql`
    select id, webhook_id, address, number, response_status_code, response_headers, response_body,
      error, duration_ms, created_at
    from webhook_attempts
    where environment_id = ${environment.id} and event_id = ${eventId}
      ${webhookId === undefined ? sql.empty : sql`and webhook_id = ${webhookId}`}
    order by created_at desc, number desc`,
  )
