import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { JudgedState } from '../judge/judge.ts'

const StateRow = z.object({
  rule_id: z.uuid(),
  group_key: z.string(),
  phase: z.enum(['ok', 'open']),
  since: z.number(),
  good_since: z.number().nullable(),
  few_since: z.number().nullable(),
  unknown_since: z.number().nullable(),
  judged_step: z.number(),
  opened_at: z.array(z.number()),
  is_flapping: z.boolean(),
  waits_for_good: z.boolean(),
  incident_id: z.uuid().nullable(),
})

export interface StoredState {
  ruleId: string
  groupKey: string
  state: JudgedState
  /** Epoch seconds. */
  judgedStep: number
  incidentId: string | null
}

const seconds = (column: 'since' | 'good_since' | 'few_since' | 'unknown_since' | 'judged_step') =>
  sql`extract(epoch from ${sql.identifier('s')}.${sql.identifier(column)})::float8 as ${sql.identifier(column)}`

/** The states of all rules that are enabled. */
export const listStates = async (postgres: Database): Promise<StoredState[]> => {
  const rows = await postgres.rows(
    StateRow,
    sql`
    select s.rule_id, s.group_key, s.phase, ${seconds('since')}, ${seconds('good_since')},
      ${seconds('few_since')}, ${seconds('unknown_since')}, ${seconds('judged_step')},
      array(select extract(epoch from moment)::float8 from unnest(s.opened_at) as moment order by moment)
        as opened_at,
      s.is_flapping, s.waits_for_good, s.incident_id
    from alert_states s join alert_rules r on r.id = s.rule_id where r.is_enabled`,
  )
  return rows.map((row) => ({
    ruleId: row.rule_id,
    groupKey: row.group_key,
    judgedStep: row.judged_step,
    incidentId: row.incident_id,
    state: {
      phase: row.phase,
      since: row.since,
      goodSince: row.good_since,
      fewSince: row.few_since,
      unknownSince: row.unknown_since,
      openedAt: row.opened_at,
      isFlapping: row.is_flapping,
      waitsForGood: row.waits_for_good,
    },
  }))
}

const at = (epochSeconds: number | null) => sql`to_timestamp(${epochSeconds}::float8)`

/**
 * Stores what a step made of a group. Returns 0 when the stored row is not the one that was judged: another evaluator
 * was faster, or a person ended the incident.
 */
export const storeState = (
  transaction: Database,
  { ruleId, groupKey, state, judgedStep, incidentId }: StoredState,
  judgedBefore: number | undefined,
) => {
  const openedAt = [...state.openedAt]
  const values = sql`
    ${ruleId}, ${groupKey}, ${state.phase}, ${at(state.since)}, ${at(state.goodSince)},
    ${at(state.fewSince)}, ${at(state.unknownSince)}, ${at(judgedStep)},
    array(select to_timestamp(one) from unnest(${openedAt}::float8[]) as one),
    ${state.isFlapping}, ${state.waitsForGood}, ${incidentId}`
  const columns = sql`
    phase, since, good_since, few_since, unknown_since, judged_step, opened_at, is_flapping,
    waits_for_good, incident_id`
  if (judgedBefore === undefined)
    return transaction.run(sql`
      insert into alert_states (rule_id, group_key, ${columns}) values (${values})
      on conflict (rule_id, group_key) do nothing`)
  return transaction.run(sql`
    update alert_states set (rule_id, group_key, ${columns}) = (${values})
    where rule_id = ${ruleId} and group_key = ${groupKey} and judged_step = ${at(judgedBefore)}`)
}

export const deleteStatesOf = (transaction: Database, ruleId: string) =>
  transaction.run(sql`delete from alert_states where rule_id = ${ruleId}`)

export const deleteStateOf = (transaction: Database, incidentId: string) =>
  transaction.run(sql`delete from alert_states where incident_id = ${incidentId}`)

/** A person ended the incident: the rule opens the next one only once its value was good. */
export const resolveState = (transaction: Database, incidentId: string, now: Date) =>
  transaction.run(sql`
    update alert_states set phase = 'ok', since = ${now}::timestamptz, good_since = null,
      few_since = null, unknown_since = null, is_flapping = false, waits_for_good = true,
      incident_id = null,
      judged_step = greatest(${now}::timestamptz, judged_step + interval '1 second')
    where incident_id = ${incidentId}`)

/** Groups that nothing has happened to for an hour need no row. */
export const deleteQuietStates = (postgres: Database, before: Date) =>
  postgres.run(sql`
    delete from alert_states
    where phase = 'ok' and judged_step < ${before} and unknown_since is null and not waits_for_good`)
