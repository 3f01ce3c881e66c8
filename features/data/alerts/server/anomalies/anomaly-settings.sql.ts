import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import {
  type AnomalyMeasure,
  anomalyMeasures,
  type AnomalySensitivity,
  anomalySensitivities,
} from '../../anomalies-contract.ts'

const SettingsRow = z.object({
  is_enabled: z.boolean(),
  sensitivity: z.enum(anomalySensitivities),
  /** Those that are switched off are stored, so that a metric of a later version is searched. */
  off_measures: z.array(z.string()),
  judged_until: z.number().nullable(),
  /** Windows up to here are history: what they open is not sent. */
  history_until: z.number().nullable(),
})
export type AnomalySettingsRow = z.infer<typeof SettingsRow>

const judgedUntil = sql`extract(epoch from judged_until)::float8 as judged_until`
const historyUntil = sql`extract(epoch from history_until)::float8 as history_until`
const columns = sql`is_enabled, sensitivity, off_measures, ${judgedUntil}, ${historyUntil}`

const usual: AnomalySettingsRow = {
  is_enabled: false,
  sensitivity: 'medium',
  off_measures: [],
  judged_until: null,
  history_until: null,
}

type Searchable = Pick<Environment, 'id' | 'postgres'>

export const measuresWithout = (off: readonly string[]): AnomalyMeasure[] =>
  anomalyMeasures.filter((measure) => !off.includes(measure))

export const findAnomalySettings = async (environment: Environment): Promise<AnomalySettingsRow> =>
  (await environment.postgres.maybeRow(
    SettingsRow,
    sql`select ${columns} from anomaly_settings where environment_id = ${environment.id}`,
  )) ?? usual

export const hasAnomalySettings = async (environment: Searchable) =>
  (await environment.postgres.maybeRow(
    z.object({}),
    sql`select from anomaly_settings where environment_id = ${environment.id}`,
  )) !== undefined

export interface ChangedSettings {
  isEnabled: boolean
  sensitivity: AnomalySensitivity
  /** Those that are searched. */
  measures: readonly AnomalyMeasure[]
  /** The history to be searched, epoch seconds; what is judged already is not judged again. */
  lookBack: { from: number; until: number } | undefined
}

export const updateAnomalySettings = (
  environment: Searchable,
  { isEnabled, sensitivity, measures, lookBack }: ChangedSettings,
) => {
  const off = anomalyMeasures.filter((measure) => !measures.includes(measure))
  return environment.postgres.run(sql`
    insert into anomaly_settings (environment_id, is_enabled, sensitivity, off_measures,
      judged_until, history_until)
    values (${environment.id}, ${isEnabled}, ${sensitivity}, ${off}::text[],
      to_timestamp(${lookBack?.from ?? null}::float8), to_timestamp(${lookBack?.until ?? null}::float8))
    on conflict (environment_id) do update set is_enabled = excluded.is_enabled,
      sensitivity = excluded.sensitivity, off_measures = excluded.off_measures,
      judged_until = greatest(anomaly_settings.judged_until, excluded.judged_until),
      history_until = coalesce(excluded.history_until, anomaly_settings.history_until)`)
}

const SearchedRow = SettingsRow.extend({ environment_id: z.uuid() })
export type SearchedEnvironment = z.infer<typeof SearchedRow>

/** The environments that are searched; those of a cancelled organization are not. */
export const listSearched = (postgres: Database) =>
  postgres.rows(
    SearchedRow,
    sql`
    select environment_id, ${columns} from anomaly_settings
    where is_enabled and exists (
      select from environments e join organizations o on o.id = e.organization_id
      where e.id = environment_id and o.cancelled_at is null)
    order by environment_id`,
  )

const TakenRow = z.object({ off_measures: z.array(z.string()) })

/** Locks it until the end of the transaction. Returns nothing when it is judged already, or is off. */
export const takeWindow = (transaction: Database, environmentId: string, until: number) =>
  transaction.maybeRow(
    TakenRow,
    sql`
    update anomaly_settings set judged_until = to_timestamp(${until}::float8)
    where environment_id = ${environmentId} and is_enabled
      and (judged_until is null or judged_until < to_timestamp(${until}::float8))
    returning off_measures`,
  )
