import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const insertForeignInvite = async (postgres: Database, organizationId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into invites (organization_id, email, token_hash, expires_at)
    values (${organizationId}, ${`invited-${organizationId}@example.com`}, ${Buffer.alloc(32)},
      now() + interval '1 day')
    returning id`,
  )
  return id
}

export const insertPasskey = async (postgres: Database, userId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name)
    values (${userId}, ${userId}, ${Buffer.alloc(32)}, 0, 'localhost', 'Of the sweep')
    returning id`,
  )
  return id
}

export const insertChange = (postgres: Database, organizationId: string) =>
  postgres.run(sql`
    insert into changes (organization_id, actor_kind, action, subject_type, subject_id)
    values (${organizationId}, 'system', 'organization.updated', 'organization', ${organizationId})`)

export const insertAnnotation = async (postgres: Database, environmentId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into annotations (environment_id, date, note)
    values (${environmentId}, now(), 'Of the sweep') returning id`,
  )
  return id
}

export const insertCustomDashboard = async (postgres: Database, environmentId: string) => {
  const contents = { widgets: {}, global_dimension_filters: [], global_metric_filters: [] }
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into custom_dashboards (environment_id, display_name, timeframe_start, dashboard_contents)
    values (${environmentId}, 'Of the sweep', 'Last 24 hours', ${JSON.stringify(contents)}::jsonb)
    returning id`,
  )
  return id
}

export const insertStreamingExport = async (postgres: Database, environmentId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into streaming_exports
      (environment_id, kind, destination, settings_sealed, settled_at, sent_until)
    values (${environmentId}, 'viewstream', 'http', 'sealed', now(), now()) returning id`,
  )
  return id
}

export const insertNotificationChannel = async (postgres: Database, environmentId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into notification_channels
      (environment_id, service, value_sealed, value_hint, alert_types)
    values (${environmentId}, 'email', 'sealed', 'o…@example.com', array['threshold'])
    returning id`,
  )
  return id
}

export const insertNotification = (postgres: Database, incidentId: string, channelId: string) =>
  postgres.run(sql`
    insert into notifications (incident_id, channel_id, kind)
    values (${incidentId}, ${channelId}, 'opened')`)

const listTables = (postgres: Database) =>
  postgres.rows(
    z.object({ table_name: z.string() }),
    sql`select table_name from information_schema.tables where table_schema = 'public' order by 1`,
  )

/** How many rows each table has. */
export const countRows = async (postgres: Database, except: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const { table_name: name } of await listTables(postgres)) {
    if (except.includes(name)) continue
    const { count } = await postgres.row(
      z.object({ count: z.number() }),
      sql`select count(*)::int as count from ${sql.identifier(name)}`,
    )
    counts[name] = count
  }
  return counts
}

const TableRow = z.record(z.string(), z.unknown())

/** Every row of every table. */
export const readAllRows = async (postgres: Database) => {
  const all: { table: string; row: z.infer<typeof TableRow> }[] = []
  for (const { table_name: table } of await listTables(postgres)) {
    const rows = await postgres.rows(
      z.object({ row: TableRow }),
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
    )
    all.push(...rows.map(({ row }) => ({ table, row })))
  }
  return all
}

export const insertAlertRule = async (postgres: Database, environmentId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into alert_rules (environment_id, metric, area, value, window_seconds, close_after_seconds,
      window_min_views, groups_max, on_no_data, severity)
    values (${environmentId}, 'playback-failure-percentage', 'above', 5, 300, 120, 25, 20, 'keep', 'alert')
    returning id`,
  )
  return id
}

export const insertSilence = async (postgres: Database, environmentId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into silences (environment_id, starts_at, ends_at)
    values (${environmentId}, now() - interval '2 hours', now() - interval '1 hour') returning id`,
  )
  return id
}

export const insertNotificationRule = async (postgres: Database, environmentId: string) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into incident_notification_rules (environment_id, rules, action)
    values (${environmentId}, '[{"name": "cdn", "value": "other"}]', 'reject') returning id`,
  )
  return id
}

/** What an environment has used since the month began. */
export const insertUsageHour = (
  postgres: Database,
  organization: { id: string },
  environment: { id: string },
) =>
  postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, tier, quantity)
    values (${organization.id}, ${environment.id}, date_trunc('month', now(), 'UTC'), 'delivered',
      '1080p', 60)`)

export const insertSharedCost = async (postgres: Database) => {
  const { id } = await postgres.row(
    z.object({ id: z.uuid() }),
    sql`
    insert into shared_costs (name, cents_per_month, shared_by, valid_from)
    values ('Rent of servers', 40000, 'delivered', '2026-01-01') returning id`,
  )
  return id
}
