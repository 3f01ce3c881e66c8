import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const CollectedRow = z.object({
  id: z.uuid(),
  key: z.string(),
  status: z.enum(['waiting', 'views_processing', 'integrated']),
  plan: z.string(),
  plan_flags: z.record(z.string(), z.unknown()).nullable(),
  feature_overrides: z.record(z.string(), z.unknown()),
  error_rules: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['warning', 'fatal']),
      business_exception: z.boolean(),
    }),
  ),
})
export type CollectedRow = z.infer<typeof CollectedRow>

const environments = sql`
  select e.id, e.key, e.status, o.plan, o.plan_flags, o.feature_overrides, coalesce((
    select jsonb_agg(jsonb_build_object(
      'code', r.code, 'severity', r.severity, 'business_exception', r.is_business_exception))
    from error_code_rules r where r.environment_id = e.id), '[]') as error_rules
  from environments e join organizations o on o.id = e.organization_id`

/** These queries run before any tenant is known: a beacon names its environment by a key, or not at all. */
export const listEnvironmentsOfKeys = (postgres: Database, keys: readonly string[]) =>
  postgres.rows(CollectedRow, sql`${environments} where e.key = any(${keys})`)

export const listEnvironmentsOfIds = (postgres: Database, ids: readonly string[]) =>
  postgres.rows(CollectedRow, sql`${environments} where e.id = any(${ids})`)
