import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

/** Call it in the transaction that deletes the environment: from then on the deletion of its analytics survives a crash. */
export const insertAnalyticsDeletion = (
  { postgres }: Organization,
  environmentId: string,
  at: Date,
) =>
  postgres.run(sql`
    insert into analytics_deletions (environment_id, requested_at, not_before)
    values (${environmentId}, ${at}, ${at})`)

const DeletionRow = z.object({
  environment_id: z.uuid(),
  requested_at: z.date(),
  attempts: z.number(),
})
export type DeletionRow = z.infer<typeof DeletionRow>

/** The next deletion that is due, leased until `leasedUntil`: no other process takes it before then. */
export const claimAnalyticsDeletion = (postgres: Database, now: Date, leasedUntil: Date) =>
  postgres.maybeRow(
    DeletionRow,
    sql`
    update analytics_deletions set not_before = ${leasedUntil}, attempts = attempts + 1
    where environment_id in (
      select environment_id from analytics_deletions where not_before <= ${now}
      order by not_before limit 1 for update skip locked)
    returning environment_id, requested_at, attempts`,
  )

export const postponeAnalyticsDeletion = (
  postgres: Database,
  environmentId: string,
  given: { until: Date; lastError: string | null },
) =>
  postgres.run(sql`
    update analytics_deletions set not_before = ${given.until}, last_error = ${given.lastError}
    where environment_id = ${environmentId}`)

export const finishAnalyticsDeletion = (postgres: Database, environmentId: string) =>
  postgres.run(sql`delete from analytics_deletions where environment_id = ${environmentId}`)
