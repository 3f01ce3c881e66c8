import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const writeJudgedUntil = (postgres: Database, judgedUntil: Date) =>
  postgres.run(sql`
    insert into alert_judging (judged_until) values (${judgedUntil})
    on conflict (is_only) do update set judged_until = excluded.judged_until`)

const JudgedRow = z.object({
  /** Of all rules; null before the first step. */
  judged_until: z.date().nullable(),
  /** Of the group that waits longest; null without any. */
  groups_until: z.date().nullable(),
  rule_count: z.number(),
  /** When the first of the enabled rules was written; null without any. */
  oldest_rule_at: z.date().nullable(),
  /** The end of the last window that was searched for anomalies; null where none is. */
  anomalies_until: z.date().nullable(),
})
export type JudgedRow = z.infer<typeof JudgedRow>

/** How far the enabled rules are judged: those of one environment, or of the whole server. */
export const findJudged = (postgres: Database, environment?: { id: string }) => {
  const id = environment?.id ?? null
  return postgres.row(
    JudgedRow,
    sql`
    select (select judged_until from alert_judging) as judged_until, max(s.judged_step) as groups_until,
      count(distinct r.id)::int as rule_count, min(r.updated_at) as oldest_rule_at,
      (select max(judged_until) from anomaly_settings where is_enabled
        and (${id}::uuid is null or environment_id = ${id}::uuid)) as anomalies_until
    from alert_rules r left join alert_states s on s.rule_id = r.id
    where r.is_enabled and (${id}::uuid is null or r.environment_id = ${id}::uuid)`,
  )
}
