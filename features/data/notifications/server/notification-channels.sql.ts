import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import {
  type AlertType,
  alertTypes,
  type NotificationService,
  notificationServices,
} from '../contract.ts'

/** Workers listen here, so that what is queued is sent at once. */
export const notificationsChannel = 'playhead_notifications'

export const ChannelRow = z.object({
  id: z.uuid(),
  service: z.enum(notificationServices),
  value_sealed: z.string(),
  value_hint: z.string(),
  alert_types: z.array(z.enum(alertTypes)),
  is_enabled: z.boolean(),
  switched_off_at: z.date().nullable(),
  last_error: z.string().nullable(),
  last_sent_at: z.date().nullable(),
  created_at: z.date(),
})
export type ChannelRow = z.infer<typeof ChannelRow>

const columns = sql`id, service, value_sealed, value_hint, alert_types, is_enabled,
  switched_off_at, last_error, last_sent_at, created_at`

const CountRow = z.object({ count: z.number() })

export const countChannels = async (environment: Environment) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from notification_channels
      where environment_id = ${environment.id}`,
    )
  ).count

export const listChannels = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    ChannelRow,
    sql`
    select ${columns} from notification_channels where environment_id = ${environment.id}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findChannel = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    ChannelRow,
    sql`
    select ${columns} from notification_channels
    where environment_id = ${environment.id} and id = ${id}`,
  )

/** Concurrent changes to the channels of one environment wait for each other. */
export const lockChannels = (environment: Environment) =>
  environment.postgres.run(
    sql`select from environments where id = ${environment.id} for no key update`,
  )

export const lockChannel = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    ChannelRow,
    sql`
    select ${columns} from notification_channels
    where environment_id = ${environment.id} and id = ${id} for update`,
  )

interface GivenChannel {
  service: NotificationService
  valueSealed: string
  valueHint: string
  alertTypes: readonly AlertType[]
}

export const insertChannel = (
  environment: Environment,
  { service, valueSealed, valueHint, alertTypes: types }: GivenChannel,
) =>
  environment.postgres.row(
    ChannelRow,
    sql`
    insert into notification_channels
      (environment_id, service, value_sealed, value_hint, alert_types)
    values (${environment.id}, ${service}, ${valueSealed}, ${valueHint}, ${[...types]}::text[])
    returning ${columns}`,
  )

/** With `isForgiven`, earlier failures no longer count. */
export const updateChannel = (
  environment: Environment,
  id: string,
  {
    service,
    valueSealed,
    valueHint,
    alertTypes: types,
    isEnabled,
    isForgiven,
  }: GivenChannel & { isEnabled: boolean; isForgiven: boolean },
) =>
  environment.postgres.row(
    ChannelRow,
    sql`
    update notification_channels set service = ${service}, value_sealed = ${valueSealed},
      value_hint = ${valueHint}, alert_types = ${[...types]}::text[], is_enabled = ${isEnabled}
      ${isForgiven ? sql`, failures = 0, failing_since = null, last_error = null, switched_off_at = null` : sql.empty}
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

const OwnedRow = z.object({ id: z.uuid(), environment_id: z.uuid(), organization_id: z.uuid() })

/** Of all environments. */
export const switchOffChannels = (
  postgres: Database,
  { service, valueHint }: Pick<GivenChannel, 'service' | 'valueHint'>,
) =>
  postgres.rows(
    OwnedRow,
    sql`
    update notification_channels c set is_enabled = false
    from environments e
    where e.id = c.environment_id and c.is_enabled and c.service = ${service}
      and c.value_hint = ${valueHint}
    returning c.id, c.environment_id, e.organization_id`,
  )

/** Of what the channel has already: neither its hint nor its failures change. */
export const updateSealedValue = (environment: Environment, id: string, valueSealed: string) =>
  environment.postgres.row(
    ChannelRow,
    sql`
    update notification_channels set value_sealed = ${valueSealed}
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const deleteChannel = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from notification_channels where environment_id = ${environment.id} and id = ${id}`,
  )

/** Workers are notified when the transaction commits. */
export const notifyWorkers = (environment: Environment) =>
  environment.postgres.run(sql`select pg_notify(${notificationsChannel}, '')`)
