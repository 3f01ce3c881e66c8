import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

const FiguresRow = z.object({
  alert_rule_id: z.uuid(),
  incidents: z.number(),
  median_seconds: z.number().nullable(),
  self_ended: z.number(),
  acknowledged: z.number(),
  /** Epoch seconds. */
  starts: z.array(z.number()),
  notifications_sent: z.number(),
  notifications_held: z.number(),
  /** From the moment to the creation of a rule that is younger. */
  seconds_before: z.number(),
})
export type FiguresRow = z.infer<typeof FiguresRow>

interface Asked {
  since: Date
  selfEndedSeconds: number
  ruleId?: string
}

/** What each rule did since a moment, outside of silences; rules without incidents have zeros. */
export const listFigures = (environment: Environment, { since, selfEndedSeconds, ruleId }: Asked) =>
  environment.postgres.rows(
    FiguresRow,
    sql`
    select r.id as alert_rule_id, count(i.id)::int as incidents,
      percentile_cont(0.5) within group (order by extract(epoch from i.resolved_at - i.started_at)::float8)
        filter (where i.resolved_at is not null) as median_seconds,
      count(i.id) filter (where i.status = 'closed'
        and i.resolution_reason = 'data_triggered_resolution'
        and i.resolved_at - i.started_at <= make_interval(secs => ${selfEndedSeconds}))::int as self_ended,
      count(i.id) filter (where i.acknowledged_at is not null)::int as acknowledged,
      coalesce(array_agg(extract(epoch from i.started_at)::float8) filter (where i.id is not null), '{}')
        as starts,
      coalesce(sum(n.sent), 0)::int as notifications_sent,
      coalesce(sum(n.held), 0)::int as notifications_held,
      greatest(0, extract(epoch from r.created_at - ${since}::timestamptz))::float8 as seconds_before
    from alert_rules r
    left join incidents i on i.environment_id = r.environment_id and i.rule_id = r.id
      and i.started_at >= ${since} and i.silence_id is null
    left join lateral (
      select count(*) filter (where o.status = 'sent') as sent,
        count(*) filter (where o.status = 'held') as held
      from notifications o where o.incident_id = i.id) n on true
    where r.environment_id = ${environment.id}
      ${ruleId === undefined ? sql.empty : sql`and r.id = ${ruleId}`}
    group by r.id
    order by r.created_at desc, r.id`,
  )
