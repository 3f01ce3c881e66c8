import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { Places } from '@playhead/server-kit/outbound/delivery-loop.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { EventRow } from '@playhead/features/activity/events/server'

export const ClaimedRow = z.object({
  ...EventRow.shape,
  webhook_id: z.uuid(),
  address: z.string(),
  secret_sealed: z.string(),
  attempts: z.number(),
})
export type ClaimedRow = z.infer<typeof ClaimedRow>

interface Claim extends Places {
  now: Date
  leaseSeconds: number
}

/**
 * Takes each webhook's backlog in order, and webhooks with the most free capacity first: the backlog of
 * one webhook does not delay another.
 */
export const claimDeliveries = (
  postgres: Database,
  { now, leaseSeconds, total, perReceiver, held }: Claim,
) =>
  postgres.rows(
    ClaimedRow,
    sql`
    with due as (
      select d.event_id, d.webhook_id
      from webhooks w
      left join unnest(${held.map(({ receiver }) => receiver)}::uuid[],
        ${held.map(({ places }) => places)}::int[]) as held (webhook_id, places)
        on held.webhook_id = w.id
      cross join lateral (
        select event_id, webhook_id, next_attempt_at from webhook_deliveries
        where webhook_id = w.id and status = 'pending'
          and next_attempt_at <= greatest(now(), ${now})
          and (leased_until is null or leased_until < now())
        order by next_attempt_at limit coalesce(held.places, ${perReceiver}::int)
        for update skip locked) d
      where w.is_enabled
      order by coalesce(held.places, ${perReceiver}::int) desc, d.next_attempt_at
      limit ${total}),
    claimed as (
      update webhook_deliveries d
      set leased_until = now() + make_interval(secs => ${leaseSeconds})
      from due where d.event_id = due.event_id and d.webhook_id = due.webhook_id
      returning d.event_id, d.webhook_id, d.attempts)
    select v.id, v.type, v.object_type, v.object_id, v.data, v.created_at, v.environment_id,
      e.name as environment_name, v.sequence,
      c.webhook_id, w.address, w.secret_sealed, c.attempts
    from claimed c
    join webhooks w on w.id = c.webhook_id
    join events v on v.id = c.event_id
    join environments e on e.id = v.environment_id`,
  )

interface EndedAttempt {
  eventId: string
  webhookId: string
  address: string
  number: number
  status: 'pending' | 'delivered' | 'failed'
  nextAttemptAt: Date
  response?: { status: number; headers: Record<string, string>; body: string }
  error?: string
  durationMs: number
  startedAt: Date
}

/** Writes nothing if another process has ended this attempt in between. */
export const endAttempt = async (
  environment: Pick<Environment, 'id' | 'postgres'>,
  { response, ...attempt }: EndedAttempt,
) =>
  (await environment.postgres.run(sql`
    with ended as (
      update webhook_deliveries
      set status = ${attempt.status}, attempts = ${attempt.number},
        next_attempt_at = ${attempt.nextAttemptAt}, leased_until = null
      where environment_id = ${environment.id} and event_id = ${attempt.eventId}
        and webhook_id = ${attempt.webhookId} and attempts = ${attempt.number - 1}
      returning event_id, webhook_id, environment_id)
    insert into webhook_attempts (event_id, webhook_id, environment_id, address, number,
      response_status_code, response_headers, response_body, error, duration_ms, created_at)
    select event_id, webhook_id, environment_id, ${attempt.address}, ${attempt.number},
      ${response?.status ?? null}::int, ${response ? sql.json(response.headers) : null}::jsonb,
      ${response?.body ?? null}::text, ${attempt.error ?? null}::text, ${attempt.durationMs}::int,
      ${attempt.startedAt}::timestamptz
    from ended`)) === 1

/** A disabled webhook stops: deliveries that did not succeed within a day of trying have failed. */
export const failAbandoned = (postgres: Database, before: Date) =>
  postgres.run(sql`
    update webhook_deliveries d set status = 'failed'
    from webhooks w
    where w.id = d.webhook_id and not w.is_enabled and d.status = 'pending'
      and d.next_attempt_at < ${before}`)
