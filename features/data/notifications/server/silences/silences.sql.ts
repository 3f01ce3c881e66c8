import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { silenceRepeats } from '../../contract.ts'

const silenceFields = {
  note: z.string(),
  starts_at: z.date(),
  ends_at: z.date(),
  repeats: z.enum(silenceRepeats).nullable(),
  time_zone: z.string().nullable(),
  rule_ids: z.array(z.uuid()).nullable(),
  matches: z.array(z.object({ name: z.string(), value: z.string() })),
}

const SilenceRow = z.object({
  id: z.uuid(),
  ...silenceFields,
  incidents: z.number(),
  created_by: z.string().nullable(),
  created_at: z.date(),
})
export type SilenceRow = z.infer<typeof SilenceRow>
export type SilenceFields = Pick<SilenceRow, keyof typeof silenceFields>

const columns = sql`s.id, s.note, s.starts_at, s.ends_at, s.repeats, s.time_zone, s.rule_ids, s.matches,
  (select count(*)::int from incidents i where i.silence_id = s.id) as incidents,
  (select email from users where id = s.created_by) as created_by, s.created_at`

const CountRow = z.object({ count: z.number() })

export const countSilences = async (environment: Environment) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`select count(*)::int as count from silences where environment_id = ${environment.id}`,
    )
  ).count

export const listSilences = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    SilenceRow,
    sql`
    select ${columns} from silences s where s.environment_id = ${environment.id}
    order by s.created_at desc, s.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findSilence = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    SilenceRow,
    sql`
    select ${columns} from silences s
    where s.environment_id = ${environment.id} and s.id = ${id}`,
  )

/** Until the transaction ends, nothing else changes it. */
export const lockSilence = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    SilenceRow,
    sql`
    select ${columns} from silences s
    where s.environment_id = ${environment.id} and s.id = ${id} for update of s`,
  )

/** How many of these rules the environment has. */
export const countRulesOf = async (environment: Environment, ruleIds: readonly string[]) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from alert_rules
      where environment_id = ${environment.id} and id = any(${[...ruleIds]}::uuid[])`,
    )
  ).count

export const insertSilence = (
  environment: Environment,
  silence: SilenceFields,
  createdBy: string | null,
) =>
  environment.postgres.row(
    SilenceRow,
    sql`
    insert into silences as s
      (environment_id, note, starts_at, ends_at, repeats, time_zone, rule_ids, matches, created_by)
    values (${environment.id}, ${silence.note}, ${silence.starts_at}, ${silence.ends_at},
      ${silence.repeats}, ${silence.time_zone}, ${silence.rule_ids}::uuid[],
      ${sql.json(silence.matches)}, ${createdBy})
    returning ${columns}`,
  )

export const updateSilence = (environment: Environment, id: string, silence: SilenceFields) =>
  environment.postgres.row(
    SilenceRow,
    sql`
    update silences s set note = ${silence.note}, starts_at = ${silence.starts_at},
      ends_at = ${silence.ends_at}, repeats = ${silence.repeats}, time_zone = ${silence.time_zone},
      rule_ids = ${silence.rule_ids}::uuid[], matches = ${sql.json(silence.matches)}
    where s.environment_id = ${environment.id} and s.id = ${id} returning ${columns}`,
  )

export const deleteSilence = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from silences where environment_id = ${environment.id} and id = ${id}`,
  )

const HoldingRow = z.object({ id: z.uuid(), ...silenceFields })
export type HoldingSilence = z.infer<typeof HoldingRow>

/** Those of an environment that may hold something back at a moment: its time decides. */
export const listBegunSilences = (postgres: Database, environmentId: string, at: Date) =>
  postgres.rows(
    HoldingRow,
    sql`
    select id, note, starts_at, ends_at, repeats, time_zone, rule_ids, matches from silences
    where environment_id = ${environmentId} and starts_at <= ${at}
      and (repeats is not null or ends_at > ${at})
    order by created_at, id`,
  )
