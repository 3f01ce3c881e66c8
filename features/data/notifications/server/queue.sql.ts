import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { NotificationKind } from '../contract.ts'
import { notificationsChannel } from './notification-channels.sql.ts'

interface Queued {
  incidentId: string
  environmentId: string
  channelIds: readonly string[] | null
  kind: NotificationKind
  /** Null: the next one. */
  number: number | null
  heldBy: string | null
}

/** Channels that are off now may be on again while an incident is open, so they hear of its end. */
const follows = (kind: NotificationKind) => sql`exists (
    select from notifications o
    where o.incident_id = i.id and o.channel_id = c.id and o.kind = 'opened')
  ${kind === 'ended' ? sql.empty : sql`and c.is_enabled`}
  ${kind === 'acknowledged' ? sql`and c.service = 'pagerduty'` : sql.empty}`

const takes = (channelIds: readonly string[] | null) =>
  channelIds === null
    ? sql`c.is_enabled and i.type = any(c.alert_types)`
    : sql`c.is_enabled and c.id = any(${[...channelIds]}::uuid[])`

/** An incident opens and ends once; only the others are counted. */
const numberOf = (kind: NotificationKind, number: number | null) => {
  if (number !== null) return sql`${number}::int`
  if (kind === 'opened' || kind === 'ended') return sql`0`
  return sql`(
    select coalesce(max(o.number) + 1, 0) from notifications o
    where o.incident_id = i.id and o.channel_id = c.id and o.kind = ${kind})`
}

/** A snoozed incident is quiet, but a call that PagerDuty still makes must end. */
const isSnoozed = sql`(i.snoozed_until > now() and c.service <> 'pagerduty')`

/** Who has not heard of the opening need not hear what follows. */
const openingHeldBy = sql`(
  select o.held_by from notifications o
  where o.incident_id = i.id and o.channel_id = c.id and o.kind = 'opened' and o.status = 'held')`

/** Openings of one rule in a chat or a mail wait this long for each other. */
const bundledSeconds = 30

/** What a first opening waits for; further ones join it. */
const isBundled = (kind: NotificationKind) =>
  kind === 'opened'
    ? sql`(i.rule_id is not null and i.group_key <> '' and c.service in ('email', 'slack'))`
    : sql`false`

const waitingBundle = sql`
  left join lateral (
    select o.bundle, o.next_attempt_at
    from notifications o join incidents oi on oi.id = o.incident_id
    where o.channel_id = c.id and oi.rule_id = i.rule_id and o.bundle is not null
      and o.status = 'pending' and o.attempts = 0 and o.leased_until is null
      and o.next_attempt_at > clock_timestamp()
    order by o.id limit 1) w on true`

/** Workers send what is pending when the transaction commits. */
export const notifyDelivery = (transaction: Database) =>
  transaction.run(sql`select pg_notify(${notificationsChannel}, '')`)

/** Returns how many were added. */
export const insertNotifications = (
  postgres: Database,
  { incidentId, environmentId, channelIds, kind, number, heldBy }: Queued,
) =>
  postgres.run(sql`
    with chosen as (
      select i.id as incident_id, c.id as channel_id, ${numberOf(kind, number)} as number,
        coalesce(${heldBy}::uuid, ${openingHeldBy}, case when ${isSnoozed} then i.id end) as held_by,
        case when ${isBundled(kind)} then coalesce(w.bundle, gen_random_uuid()) end as bundle,
        case when ${isBundled(kind)}
          then coalesce(w.next_attempt_at, clock_timestamp() + make_interval(secs => ${bundledSeconds}))
          else clock_timestamp() end as next_attempt_at
      from incidents i join notification_channels c on c.environment_id = i.environment_id
      ${waitingBundle}
      where i.id = ${incidentId} and i.environment_id = ${environmentId}
        and ${kind === 'opened' ? takes(channelIds) : follows(kind)}
      -- A channel that is deleted at this moment is skipped, instead of failing the foreign key.
      for key share of c),
    added as (
      insert into notifications
        (incident_id, channel_id, kind, number, status, held_by, bundle, next_attempt_at)
      select incident_id, channel_id, ${kind}::text, number,
        case when held_by is null then 'pending' else 'held' end, held_by,
        case when held_by is null then bundle end, next_attempt_at
      from chosen
      on conflict (incident_id, channel_id, kind, number) do nothing
      returning id)
    select pg_notify(${notificationsChannel}, '') from added`)
