import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/**
 * As if the organization had chosen its plan a month ago, and all hours of that month were counted: nobody can wait for a
 * month in a test. The next run of the invoices issues the one of that month.
 */
export const setMonthPassed = async (postgres: Database, { id }: { id: string }) => {
  const from = sql`date_trunc('month', now(), 'UTC') - interval '1 month'`
  const until = sql`date_trunc('month', now(), 'UTC')`
  await postgres.run(sql`
    update subscription_changes set from_at = ${from} where organization_id = ${id}`)
  await postgres.run(sql`
    update subscriptions set started_at = ${from}, period_start = ${from}
    where organization_id = ${id}`)
  await postgres.run(sql`
    insert into usage_marks (environment_id, source, counted_until, closed_until)
    select e.id, s.source, ${until}, ${until}
    from environments e cross join (values ('video'), ('views')) s (source)
    where e.organization_id = ${id}
    on conflict (environment_id, source) do update set closed_until = excluded.closed_until`)
  await postgres.run(sql`
    insert into invoices (organization_id, period_start, period_end, status, currency)
    values (${id}, ${from}, ${until}, 'waiting', 'USD')
    on conflict (organization_id, period_start) do update set status = 'waiting'`)
}

/** Schedules with these names run within a second. */
export const setDue = (postgres: Database, names: string[]) =>
  postgres.run(sql`update schedules set due_at = now() where name = any(${names})`)

/** Schedules with these names do not run during a test. */
export const setNotDue = (postgres: Database, names: string[]) =>
  postgres.run(sql`
    update schedules set due_at = now() + interval '1 day' where name = any(${names})`)

/** As if what an organization owes had been due weeks ago. The next runs of the invoices make it late and then delinquent. */
export const setLongOverdue = (postgres: Database, { id }: { id: string }) =>
  postgres.run(sql`
    update invoices set due_at = now() - interval '20 days'
    where organization_id = ${id} and due_at is not null`)
