import { randomUUID } from 'node:crypto'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

interface GivenIncident {
  id?: string
  incident_key?: string
  type?: 'threshold' | 'anomaly'
  status?: 'open' | 'closed' | 'expired'
  severity?: 'warning' | 'alert'
  measurement?: string
  measured_value?: number
  threshold?: number
  sample_size?: number
  sample_size_unit?: string
  affected_views?: number
  affected_views_per_hour?: number
  affected_views_per_hour_on_open?: number
  description?: string
  error_description?: string
  impact?: string
  breakdowns?: object[]
  notification_rules?: object[]
  notifications?: object[]
  started_at?: string
  resolved_at?: string
}

/** An incident as the alerting feature writes it. */
export const insertIncident = async (
  postgres: Database,
  environment: { id: string },
  given: GivenIncident = {},
) => {
  const id = given.id ?? randomUUID()
  const startedAt = given.started_at ?? '2026-11-20T12:00:00.123456Z'
  const resolvedAt = given.resolved_at ?? null
  await postgres.run(sql`
    insert into incidents (id, environment_id, incident_key, type, status, severity, measurement,
      measured_value, threshold, sample_size, sample_size_unit, affected_views,
      affected_views_per_hour, affected_views_per_hour_on_open, description, error_description,
      impact, breakdowns, notification_rules, notifications, started_at, resolved_at)
    values (${id}, ${environment.id}, ${given.incident_key ?? id}, ${given.type ?? 'threshold'},
      ${given.status ?? (resolvedAt === null ? 'open' : 'closed')}, ${given.severity ?? 'alert'},
      ${given.measurement ?? 'error_rate'}, ${given.measured_value ?? 0.12}, ${given.threshold ?? 0.05},
      ${given.sample_size ?? 1000}, ${given.sample_size_unit ?? 'views'}, ${given.affected_views ?? 120},
      ${given.affected_views_per_hour ?? 240}, ${given.affected_views_per_hour_on_open ?? 180},
      ${given.description ?? 'Many views fail'}, ${given.error_description ?? 'manifestLoadError'},
      ${given.impact ?? 'One view in eight fails.'}, ${sql.json(given.breakdowns ?? [])},
      ${sql.json(given.notification_rules ?? [])}, ${sql.json(given.notifications ?? [])},
      ${startedAt}::timestamptz, ${resolvedAt}::timestamptz)`)
  return id
}
