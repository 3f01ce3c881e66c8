import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const RuleRow = z.object({
  code: z.string(),
  severity: z.enum(['warning', 'fatal']),
  is_business_exception: z.boolean(),
  updated_at: z.date(),
})
export type RuleRow = z.infer<typeof RuleRow>

const columns = sql`code, severity, is_business_exception, updated_at`

export const listRules = (environment: Environment) =>
  environment.postgres.rows(
    RuleRow,
    sql`select ${columns} from error_code_rules where environment_id = ${environment.id} order by code`,
  )

export const findRule = (environment: Environment, code: string) =>
  environment.postgres.maybeRow(
    RuleRow,
    sql`
    select ${columns} from error_code_rules
    where environment_id = ${environment.id} and code = ${code}`,
  )

/** Serializes changes to the rules of an environment. */
export const lockRules = (environment: Environment) =>
  environment.postgres.run(
    sql`select 1 from environments where id = ${environment.id} for no key update`,
  )

export const countRules = async (environment: Environment) =>
  (
    await environment.postgres.row(
      z.object({ count: z.number() }),
      sql`select count(*)::int as count from error_code_rules where environment_id = ${environment.id}`,
    )
  ).count

export const upsertRule = (
  environment: Environment,
  { code, severity, is_business_exception: isBusinessException, updated_at: at }: RuleRow,
) =>
  environment.postgres.row(
    RuleRow,
    sql`
    insert into error_code_rules (environment_id, ${columns})
    values (${environment.id}, ${code}, ${severity}, ${isBusinessException}, ${at})
    on conflict (environment_id, code) do update
      set severity = excluded.severity, is_business_exception = excluded.is_business_exception,
        updated_at = excluded.updated_at
    returning ${columns}`,
  )

export const deleteRule = (environment: Environment, code: string) =>
  environment.postgres.run(
    sql`delete from error_code_rules where environment_id = ${environment.id} and code = ${code}`,
  )
