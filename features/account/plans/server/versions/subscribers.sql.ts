import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const IdRow = z.object({ id: z.uuid() })

/** Organizations of all tenants that had one of the plans in a period. */
export const listSubscribers = async (
  postgres: Database,
  planIds: readonly string[],
  { from, until }: { from: Date; until: Date },
) =>
  (
    await postgres.rows(
      IdRow,
      sql`
      select distinct organization_id as id from (
        select *, lead(from_at) over (partition by organization_id order by from_at) as until_at
        from subscription_changes) c
      where plan_id = any(${[...planIds]}::text[]) and from_at < ${until}
        and (until_at is null or until_at > ${from})
      order by id`,
    )
  ).map(({ id }) => id)

const CountRow = z.object({ plan_id: z.string(), plan_version: z.number(), count: z.number() })

export const countSubscribers = (postgres: Database) =>
  postgres.rows(
    CountRow,
    sql`
    select plan_id, plan_version, count(*)::int as count from subscriptions
    group by plan_id, plan_version`,
  )
