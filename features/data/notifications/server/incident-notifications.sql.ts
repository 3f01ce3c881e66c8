import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { notificationKinds, notificationServices, notificationStatuses } from '../contract.ts'

export const NotificationRow = z.object({
  id: z.number(),
  channel_id: z.uuid(),
  service: z.enum(notificationServices),
  value_hint: z.string(),
  is_enabled: z.boolean(),
  kind: z.enum(notificationKinds),
  number: z.number(),
  status: z.enum(notificationStatuses),
  held_by: z.uuid().nullable(),
  attempts: z.number(),
  queued_at: z.date(),
  attempted_at: z.date().nullable(),
  next_attempt_at: z.date(),
  error: z.string().nullable(),
})
export type NotificationRow = z.infer<typeof NotificationRow>

const CountRow = z.object({ count: z.number() })

/** Undefined when the environment has no such incident. */
export const countNotifications = async (environment: Environment, incidentId: string) =>
  (
    await environment.postgres.maybeRow(
      CountRow,
      sql`
      select (select count(*)::int from notifications n where n.incident_id = i.id) as count
      from incidents i where i.environment_id = ${environment.id} and i.id = ${incidentId}`,
    )
  )?.count

export const listNotifications = (
  environment: Environment,
  incidentId: string,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    NotificationRow,
    sql`
    select n.id, n.channel_id, c.service, c.value_hint, c.is_enabled, n.kind, n.number, n.status,
      n.held_by, n.attempts, n.queued_at, n.attempted_at, n.next_attempt_at, n.error
    from notifications n
    join notification_channels c on c.id = n.channel_id
    where c.environment_id = ${environment.id} and n.incident_id = ${incidentId}
    order by n.id limit ${limit} offset ${(page - 1) * limit}`,
  )
