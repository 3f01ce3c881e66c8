import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { serverAlertLimits } from '../contract.ts'
import type { ServerAlert } from './server-alert.ts'

const HolderRow = z.object({ holder: z.string() })

/** Whether this process watches until then. */
export const holdWatch = async (
  postgres: Database,
  { holder, now, until }: { holder: string; now: Date; until: Date },
) => {
  const row = await postgres.maybeRow(
    HolderRow,
    sql`insert into server_watch (holder, held_until) values (${holder}, ${until})
      on conflict (is_only) do update set holder = excluded.holder, held_until = excluded.held_until
      where server_watch.holder = excluded.holder or server_watch.held_until < ${now}
      returning holder`,
  )
  return row !== undefined
}

/** So that the next process need not wait. */
export const leaveWatch = (postgres: Database, holder: string) =>
  postgres.run(sql`delete from server_watch where holder = ${holder}`)

const kinds = ['opened', 'changed', 'ended'] as const

const AlertRow = z.object({
  id: z.string(),
  check_name: z.string(),
  severity: z.enum(['warning', 'alert']),
  is_raised: z.boolean(),
  sentence: z.string(),
  opened_at: z.date(),
  ended_at: z.nullable(z.date()),
  deliveries: z.record(
    z.string(),
    z.object({
      sent: z.array(z.enum(kinds)),
      may_have_opened: z.boolean(),
      attempts: z.int(),
      next_attempt_at: z.nullable(z.string()),
      is_given_up: z.boolean(),
      error: z.nullable(z.string()),
    }),
  ),
})

const read = (row: z.output<typeof AlertRow>): ServerAlert => ({
  id: row.id,
  check: row.check_name,
  severity: row.severity,
  isRaised: row.is_raised,
  sentence: row.sentence,
  openedAt: row.opened_at,
  endedAt: row.ended_at,
  deliveries: row.deliveries,
})

/** Open, or with messages that were not sent. */
export const listUnfinished = async (postgres: Database) =>
  (
    await postgres.rows(
      AlertRow,
      sql`select id, check_name, severity, is_raised, sentence, opened_at, ended_at, deliveries
        from server_alerts where ended_at is null or not is_delivered order by opened_at, id`,
    )
  ).map(read)

export const listNewest = async (postgres: Database) =>
  (
    await postgres.rows(
      AlertRow,
      sql`select id, check_name, severity, is_raised, sentence, opened_at, ended_at, deliveries
        from server_alerts order by ended_at is not null, opened_at desc, id
        limit ${serverAlertLimits.shown}`,
    )
  ).map(read)

export const saveAlert = (postgres: Database, alert: ServerAlert, isDelivered: boolean) =>
  postgres.run(sql`
    insert into server_alerts
      (id, check_name, severity, is_raised, sentence, opened_at, ended_at, deliveries, is_delivered)
    values (${alert.id}, ${alert.check}, ${alert.severity}, ${alert.isRaised}, ${alert.sentence},
      ${alert.openedAt}, ${alert.endedAt}, ${sql.json(alert.deliveries)}, ${isDelivered})
    on conflict (id) do update set severity = excluded.severity, is_raised = excluded.is_raised,
      sentence = excluded.sentence, ended_at = excluded.ended_at, deliveries = excluded.deliveries,
      is_delivered = excluded.is_delivered`)

export const removeOldAlerts = (postgres: Database, before: Date) =>
  postgres.run(sql`delete from server_alerts where ended_at < ${before}`)
