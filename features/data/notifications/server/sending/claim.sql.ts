import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { Places } from '@playhead/server-kit/outbound/delivery-loop.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { expiryCauses, IncidentCause } from '@playhead/features/data/incidents/contract'
import { notificationKinds, notificationLimits, notificationServices } from '../../contract.ts'

export const ClaimedRow = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  attempts: z.number(),
  is_digest: z.boolean(),
  /** Openings of one rule that go together. */
  bundle: z.uuid().nullable(),
  channel_id: z.uuid(),
  service: z.enum(notificationServices),
  value_sealed: z.string(),
  environment_id: z.uuid(),
  environment_name: z.string(),
  organization_id: z.uuid(),
  incident: z.object({
    id: z.uuid(),
    incident_key: z.string(),
    type: z.enum(['threshold', 'anomaly']),
    status: z.string(),
    severity: z.enum(['warning', 'alert']),
    measurement: z.string(),
    measured_value: z.number().nullable(),
    measured_value_on_close: z.number().nullable(),
    threshold: z.number(),
    sample_size: z.number(),
    sample_size_unit: z.string(),
    ccv_on_start: z.number().nullable(),
    affected_views: z.number(),
    affected_views_per_hour: z.number(),
    description: z.string(),
    group_key: z.string(),
    rule: z.object({ display_name: z.string() }).nullable(),
    error_description: z.string(),
    impact: z.string(),
    breakdowns: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
    causes: z.array(IncidentCause),
    started_at: z.coerce.date(),
    resolved_at: z.nullable(z.coerce.date()),
    expired_by: z.enum(expiryCauses).nullable(),
  }),
})
export type ClaimedRow = z.infer<typeof ClaimedRow>

const claimedColumns = sql`n.id::text as id, n.kind, n.attempts, n.is_digest, n.bundle, n.channel_id,
  c.service, c.value_sealed, c.environment_id, e.name as environment_name, e.organization_id,
  to_jsonb(i) - 'series_on_start' - 'series_on_end' as incident`

const claimedTables = sql`claimed n
  join notification_channels c on c.id = n.channel_id
  join environments e on e.id = c.environment_id
  join incidents i on i.id = n.incident_id`

interface Claim extends Places {
  now: Date
  leaseSeconds: number
}

const isDue = (now: Date) => sql`n.status = 'pending'
  and n.next_attempt_at <= greatest(now(), ${now}::timestamptz)
  and (n.leased_until is null or n.leased_until < now())`

/** The mails to a channel in the last hour that keep another one waiting: those about warnings never one about an alert. */
const mailsBefore = (now: Date) => sql`notifications s join incidents t on t.id = s.incident_id
  where s.channel_id = c.id and s.status = 'sent'
    and s.attempted_at > ${now}::timestamptz - interval '1 hour'
    and (i.severity <> 'alert' or t.severity = 'alert')`

/** Those of one digest have the same time. */
const isOverLimit = (now: Date) => sql`
  (select count(distinct s.attempted_at) from ${mailsBefore(now)}) >= ${notificationLimits.mailsPerHourMax}`

/** Asked each second, so it is one look at an index. */
export const hasPending = async (postgres: Database): Promise<boolean> => {
  const { is_there: isThere } = await postgres.row(
    z.object({ is_there: z.boolean() }),
    sql`select exists (select from notifications where status = 'pending') as is_there`,
  )
  return isThere
}

/**
 * Takes due notifications, those of an incident in order. A channel of mail sends one at a time, so that its mails
 * of the last hour can be counted.
 */
export const claimNotifications = (
  postgres: Database,
  { now, leaseSeconds, total, perReceiver, held }: Claim,
) =>
  postgres.rows(
    ClaimedRow,
    sql`
    with due as (
      select d.id
      from notification_channels c
      left join unnest(${held.map(({ receiver }) => receiver)}::uuid[],
        ${held.map(({ places }) => places)}::int[]) as held (channel_id, places)
        on held.channel_id = c.id
      cross join lateral (
        select n.id, n.next_attempt_at
        from notifications n join incidents i on i.id = n.incident_id
        where n.channel_id = c.id and ${isDue(now)}
          and not exists (
            select from notifications o
            where o.incident_id = n.incident_id and o.channel_id = n.channel_id
              and o.id < n.id and o.status = 'pending')
          and not exists (
            select from notifications o
            where o.bundle = n.bundle and o.id < n.id and o.status = 'pending')
          and (c.service <> 'email' or (
            not exists (
              select from notifications l where l.channel_id = c.id and l.status = 'pending'
                and l.leased_until >= now())
            and (n.is_digest or not ${isOverLimit(now)})))
        order by n.next_attempt_at, n.id
        limit least(coalesce(held.places, ${perReceiver}::int),
          case when c.service = 'email' then 1 else ${perReceiver}::int end)
        for update of n skip locked) d
      where c.is_enabled
      order by coalesce(held.places, ${perReceiver}::int) desc, d.next_attempt_at
      limit ${total}),
    claimed as (
      update notifications n
      set leased_until = now() + make_interval(secs => ${leaseSeconds})
      from due where n.id = due.id
      returning n.*)
    select ${claimedColumns} from ${claimedTables}`,
  )

/** The others of a digest: everything else that waits for the same mail. */
export const claimDigest = (
  postgres: Database,
  { channelId, now, leaseSeconds }: { channelId: string; now: Date; leaseSeconds: number },
) =>
  postgres.rows(
    ClaimedRow,
    sql`
    with claimed as (
      update notifications n
      set leased_until = now() + make_interval(secs => ${leaseSeconds})
      where n.channel_id = ${channelId} and n.is_digest and ${isDue(now)}
      returning n.*)
    select ${claimedColumns} from ${claimedTables} order by n.id`,
  )

/** The others of a bundle, which the first one waited for. */
export const claimBundle = (
  postgres: Database,
  { first, leaseSeconds }: { first: Pick<ClaimedRow, 'id' | 'bundle'>; leaseSeconds: number },
) =>
  postgres.rows(
    ClaimedRow,
    sql`
    with claimed as (
      update notifications n
      set leased_until = now() + make_interval(secs => ${leaseSeconds})
      where n.bundle = ${first.bundle} and n.id <> ${first.id}::bigint and n.status = 'pending'
        and (n.leased_until is null or n.leased_until < now())
      returning n.*)
    select ${claimedColumns} from ${claimedTables} order by n.id`,
  )

/** Mails beyond the limit of an hour wait until it is over, and then go together. */
export const moveToDigest = (postgres: Database, now: Date) =>
  postgres.run(sql`
    update notifications n set is_digest = true,
      next_attempt_at = (select min(s.attempted_at) + interval '1 hour' from ${mailsBefore(now)})
    from notification_channels c, incidents i
    where c.id = n.channel_id and i.id = n.incident_id and c.service = 'email' and not n.is_digest and ${isDue(now)}
      and ${isOverLimit(now)}`)

/**
 * An incident that has ended before its beginning could be sent is not told at all. What is in flight, or may have
 * arrived, is not dropped, and neither is the end that follows it. A digest tells all of its hour, also what has ended.
 */
export const dropUntold = (postgres: Database) =>
  postgres.run(sql`
    with untold as (
      select e.incident_id, e.channel_id
      from notifications e
      join notifications o on o.incident_id = e.incident_id and o.channel_id = e.channel_id
      where e.kind = 'ended' and e.status = 'pending' and o.kind = 'opened'
        and o.status = 'pending' and not o.may_have_arrived and o.leased_until is null
        and not o.is_digest
      -- A process that claims the opening at this moment keeps it, and with it the end.
      for update of e, o skip locked)
    update notifications n set status = 'dropped'
    from untold
    where n.incident_id = untold.incident_id and n.channel_id = untold.channel_id
      and n.status = 'pending' and n.leased_until is null`)

/** Once an incident has ended, only its end matters. */
export const dropOvertaken = (postgres: Database) =>
  postgres.run(sql`
    update notifications n set status = 'dropped'
    from notifications e
    where e.kind = 'ended' and e.status = 'pending'
      and n.incident_id = e.incident_id and n.channel_id = e.channel_id
      and n.kind in ('changed', 'acknowledged', 'reminder')
      and n.status = 'pending' and n.leased_until is null`)

interface EndedAttempt {
  channelId: string
  isDelivered: boolean
  error: string | null
  mayHaveArrived: boolean
  startedAt: Date
  rows: readonly {
    id: string
    attempts: number
    status: 'pending' | 'sent' | 'failed'
    nextAttemptAt: Date
  }[]
}

const EndedRow = z.object({ failures: z.number() })

/** Writes nothing if another process has ended this attempt in between. Returns the failures in a row. */
export const endAttempt = (postgres: Database, { rows, ...attempt }: EndedAttempt) =>
  postgres.maybeRow(
    EndedRow,
    sql`
    with channel as materialized (
      -- As the deletion of a channel does: its row first, then what was sent to it.
      select id from notification_channels where id = ${attempt.channelId} for no key update),
    ended as (
      update notifications n
      set status = given.status, attempts = n.attempts + 1, attempted_at = ${attempt.startedAt},
        next_attempt_at = given.next_attempt_at, leased_until = null, error = ${attempt.error}::text,
        may_have_arrived = n.may_have_arrived or ${attempt.mayHaveArrived}
      from unnest(${rows.map(({ id }) => id)}::bigint[],
        ${rows.map(({ attempts }) => attempts)}::int[], ${rows.map(({ status }) => status)}::text[],
        ${rows.map(({ nextAttemptAt }) => nextAttemptAt.toISOString())}::timestamptz[])
        as given (id, attempts, status, next_attempt_at)
      where exists (select from channel) and n.id = given.id and n.attempts = given.attempts and n.status = 'pending'
      returning n.channel_id)
    update notification_channels c set
      failures = case when ${attempt.isDelivered} then 0 else c.failures + 1 end,
      failing_since = case when ${attempt.isDelivered} then null
        else coalesce(c.failing_since, ${attempt.startedAt}::timestamptz) end,
      last_error = ${attempt.error}::text,
      last_sent_at = case when ${attempt.isDelivered} then ${attempt.startedAt}::timestamptz
        else c.last_sent_at end
    where c.id = (select id from channel) and exists (select from ended)
    returning c.failures`,
  )

const SwitchedOffRow = z.object({
  id: z.uuid(),
  service: z.enum(notificationServices),
  value_hint: z.string(),
  environment_id: z.uuid(),
  environment_name: z.string(),
  organization_id: z.uuid(),
})

/** Returns nothing when it is off already, has accepted a message in between, or has not failed for long enough. */
export const switchOff = (postgres: Database, channelId: string, now: Date) =>
  postgres.maybeRow(
    SwitchedOffRow,
    sql`
    update notification_channels c set is_enabled = false, switched_off_at = ${now}
    from environments e
    where c.id = ${channelId} and e.id = c.environment_id and c.is_enabled
      and c.failures >= ${notificationLimits.failuresMax}
      and c.failing_since <= ${new Date(now.getTime() - notificationLimits.failingMinutesMin * 60_000)}
    returning c.id, c.service, c.value_hint, c.environment_id, e.name as environment_name,
      e.organization_id`,
  )

/** A test shows as the last answer, and counts neither as a failure nor as a success. */
export const updateLastOutcome = (
  environment: Pick<Environment, 'id' | 'postgres'>,
  { channelId, sentAt, error }: { channelId: string; sentAt: Date | null; error: string | null },
) =>
  environment.postgres.run(sql`
    update notification_channels
    set last_error = ${error}::text, last_sent_at = coalesce(${sentAt}::timestamptz, last_sent_at)
    where environment_id = ${environment.id} and id = ${channelId}`)

/** What waits for a channel that is off is given up after a day. */
export const failAbandoned = (postgres: Database, before: Date) =>
  postgres.run(sql`
    update notifications n set status = 'failed', error = 'The channel was off for a day.'
    from notification_channels c
    where c.id = n.channel_id and not c.is_enabled and n.status = 'pending'
      and n.next_attempt_at < ${before}`)

const NameRow = z.object({ name: z.string() })

export const findEnvironmentName = async (environment: Environment) =>
  (
    await environment.postgres.row(
      NameRow,
      sql`select name from environments where id = ${environment.id}`,
    )
  ).name
