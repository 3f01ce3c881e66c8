import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { type AnomalyMeasure, anomalyMeasures } from '../../anomalies-contract.ts'
import type { AnomalyState } from './judge-anomaly.ts'

const seconds = z.number().nullable()

const Row = z.object({
  measure: z.enum(anomalyMeasures),
  cohort_key: z.string(),
  phase: z.enum(['ok', 'open']),
  since: z.number(),
  beyond: z.number(),
  affected: z.number(),
  good_since: seconds,
  few_since: seconds,
  unknown_since: seconds,
  quiet_until: seconds,
  waits_for_good: z.boolean(),
  incident_id: z.uuid().nullable(),
})

export interface StoredAnomaly {
  measure: AnomalyMeasure
  cohortKey: string
  state: AnomalyState
  incidentId: string | null
}

const epoch = (column: 'since' | 'good_since' | 'few_since' | 'unknown_since' | 'quiet_until') =>
  sql`extract(epoch from ${sql.identifier(column)})::float8 as ${sql.identifier(column)}`

export const listAnomalyStates = async (
  postgres: Database,
  environmentId: string,
): Promise<StoredAnomaly[]> => {
  const rows = await postgres.rows(
    Row,
    sql`
    select measure, cohort_key, phase, ${epoch('since')}, beyond, affected, ${epoch('good_since')},
      ${epoch('few_since')}, ${epoch('unknown_since')}, ${epoch('quiet_until')}, waits_for_good,
      incident_id
    from anomaly_states where environment_id = ${environmentId}`,
  )
  return rows.map((row) => ({
    measure: row.measure,
    cohortKey: row.cohort_key,
    incidentId: row.incident_id,
    state: {
      phase: row.phase,
      since: row.since,
      beyond: row.beyond,
      affected: row.affected,
      goodSince: row.good_since,
      fewSince: row.few_since,
      unknownSince: row.unknown_since,
      quietUntil: row.quiet_until,
      waitsForGood: row.waits_for_good,
    },
  }))
}

const at = (epochSeconds: number | null) => sql`to_timestamp(${epochSeconds}::float8)`

export const storeAnomalyState = (
  transaction: Database,
  environmentId: string,
  { measure, cohortKey, state, incidentId }: StoredAnomaly,
) =>
  transaction.run(sql`
    insert into anomaly_states (environment_id, measure, cohort_key, phase, since, beyond, affected,
      good_since, few_since, unknown_since, quiet_until, waits_for_good, incident_id)
    values (${environmentId}, ${measure}, ${cohortKey}, ${state.phase}, ${at(state.since)},
      ${state.beyond}, ${state.affected}, ${at(state.goodSince)}, ${at(state.fewSince)},
      ${at(state.unknownSince)}, ${at(state.quietUntil)}, ${state.waitsForGood}, ${incidentId})
    on conflict (environment_id, measure, cohort_key) do update set
      (phase, since, beyond, affected, good_since, few_since, unknown_since, quiet_until,
        waits_for_good, incident_id) =
      (excluded.phase, excluded.since, excluded.beyond, excluded.affected, excluded.good_since,
        excluded.few_since, excluded.unknown_since, excluded.quiet_until, excluded.waits_for_good,
        excluded.incident_id)`)

export const deleteAnomalyState = (
  transaction: Database,
  environmentId: string,
  { measure, cohortKey }: Pick<StoredAnomaly, 'measure' | 'cohortKey'>,
) =>
  transaction.run(sql`
    delete from anomaly_states
    where environment_id = ${environmentId} and measure = ${measure} and cohort_key = ${cohortKey}`)

/** Of all metrics but those that are still searched. */
export const deleteAnomalyStatesOf = (
  transaction: Database,
  environmentId: string,
  searched: readonly AnomalyMeasure[],
) =>
  transaction.run(sql`
    delete from anomaly_states
    where environment_id = ${environmentId} and measure <> all(${searched}::text[])`)

export const deleteAnomalyStateOf = (transaction: Database, incidentId: string) =>
  transaction.run(sql`delete from anomaly_states where incident_id = ${incidentId}`)

/** A person ended the incident: its cause opens the next one only once it was good. */
export const resolveAnomalyState = (transaction: Database, incidentId: string) =>
  transaction.run(sql`
    update anomaly_states set phase = 'ok', beyond = 0, affected = 0, good_since = null,
      few_since = null, unknown_since = null, waits_for_good = true, incident_id = null
    where incident_id = ${incidentId}`)
