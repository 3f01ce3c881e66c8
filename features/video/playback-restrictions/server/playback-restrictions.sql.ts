import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const RestrictionRow = z.object({
  id: z.uuid(),
  allowed_domains: z.array(z.string()),
  allows_no_referrer: z.boolean(),
  allows_no_user_agent: z.boolean(),
  allows_high_risk_user_agent: z.boolean(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type RestrictionRow = z.infer<typeof RestrictionRow>

type RestrictionRules = Omit<RestrictionRow, 'id' | 'created_at' | 'updated_at'>

const columns = sql`id, allowed_domains, allows_no_referrer, allows_no_user_agent,
  allows_high_risk_user_agent, created_at, updated_at`

const Count = z.object({ count: z.number() })

export const countRestrictions = async (environment: Environment) =>
  (
    await environment.postgres.row(
      Count,
      sql`
      select count(*)::int as count from playback_restrictions where environment_id = ${environment.id}`,
    )
  ).count

export const listRestrictions = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    RestrictionRow,
    sql`
    select ${columns} from playback_restrictions where environment_id = ${environment.id}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findRestriction = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RestrictionRow,
    sql`
    select ${columns} from playback_restrictions
    where environment_id = ${environment.id} and id = ${id}`,
  )

export const lockRestriction = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RestrictionRow,
    sql`
    select ${columns} from playback_restrictions
    where environment_id = ${environment.id} and id = ${id} for update`,
  )

export const insertRestriction = (environment: Environment, rules: RestrictionRules) =>
  environment.postgres.row(
    RestrictionRow,
    sql`
    insert into playback_restrictions (environment_id, allowed_domains, allows_no_referrer,
      allows_no_user_agent, allows_high_risk_user_agent)
    values (${environment.id}, ${rules.allowed_domains}, ${rules.allows_no_referrer},
      ${rules.allows_no_user_agent}, ${rules.allows_high_risk_user_agent})
    returning ${columns}`,
  )

export const updateRestriction = (environment: Environment, id: string, rules: RestrictionRules) =>
  environment.postgres.row(
    RestrictionRow,
    sql`
    update playback_restrictions set allowed_domains = ${rules.allowed_domains},
      allows_no_referrer = ${rules.allows_no_referrer},
      allows_no_user_agent = ${rules.allows_no_user_agent},
      allows_high_risk_user_agent = ${rules.allows_high_risk_user_agent},
      updated_at = clock_timestamp()
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const deleteRestriction = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from playback_restrictions where environment_id = ${environment.id} and id = ${id}`,
  )
