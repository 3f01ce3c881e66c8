import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { day } from '@playhead/clickhouse/typed-value.ts'
import { conditionOf, dimensionConditions, ofTenant, type Bucket } from './condition.sql.ts'
import type { SourceKind } from './parts.sql.ts'
import { type PlannedParts, rowsOfPieces } from '../pieces/piece-source.sql.ts'
import { sampledViews } from '../pieces/sampled-views.sql.ts'
import { stepOfViews } from './step-of-views.sql.ts'
import type { Question } from '../question/question-shape.ts'
import type { Step } from '../question/step.ts'
import type { Tenant } from '../question/tenant.ts'

export interface Source {
  kind: SourceKind
  /** `FROM … WHERE …` for the rows of a question. */
  rows: SqlFragment
  /** The start of a row's step, in epoch seconds. */
  stepOf(step: Step): SqlFragment
}

/** From pieces when the question was planned so. */
export const sourceOf = (
  tenant: Tenant,
  question: Question,
  bucket: Bucket,
  planned?: PlannedParts,
): Source => {
  if (planned !== undefined) return pieceSource(tenant, question, planned)
  return question.timeframe.isHistorical
    ? dailySource(tenant, question, bucket)
    : rawSource(tenant, question, bucket)
}

/**
 * All versions of a view are in the same partition, because the sorting key includes the timestamp that partitions are
 * made by.
 */
export const settings: SqlFragment = sql`SETTINGS do_not_merge_across_partitions_select_final = 1`

/**
 * For statements with an expression for each dimension: the engine compiles what it is asked for the fourth time, and so
 * many expressions keep it busy for a second.
 */
export const settingsOfDimensions: SqlFragment = sql`${settings}, compile_expressions = 0, compile_aggregate_expressions = 0`

/** On a cluster, shards would group by the argument of toString() and then miss the key that `grouping` refers to. */
export const settingsOfSets: SqlFragment = sql`${settings}, optimize_injective_functions_in_group_by = 0`

function rawSource(tenant: Tenant, question: Question, bucket: Bucket): Source {
  const { source, conditions } = sampledViews(question.sampleOf ?? 1)
  const all = [conditionOf(tenant, question, { bucket }), ...conditions]
  return {
    kind: 'raw',
    rows: sql`FROM ${source} WHERE ${sql.join(all, ' AND ')}`,
    stepOf: (step) => stepOfViews(bucket, step),
  }
}

function pieceSource(tenant: Tenant, question: Question, planned: PlannedParts): Source {
  return {
    kind: 'pieces',
    rows: rowsOfPieces(tenant, question, planned),
    stepOf: () => sql`step`,
  }
}

function dailySource(tenant: Tenant, question: Question, bucket: Bucket): Source {
  const { start, end } = question.timeframe
  const condition = sql.join(
    [
      sql`${ofTenant(tenant)} AND bucket = ${bucket}`,
      // The end is exclusive, and the day of the last included instant counts as a whole.
      sql`day >= ${dayOf(start)} AND day <= ${dayOf(new Date(end.getTime() - 1))}`,
      // A day is replaced as a whole: only its newest rollup counts.
      sql`(day, version) GLOBAL IN (SELECT day, max(version) FROM views_daily_days WHERE ${ofTenant(tenant)} GROUP BY day)`,
      ...dimensionConditions(question.filters),
    ],
    ' AND ',
  )
  return {
    kind: 'daily',
    rows: sql`FROM views_daily WHERE ${condition}`,
    stepOf: () => sql`toUnixTimestamp(toDateTime(day, 'UTC'))`,
  }
}

function dayOf(moment: Date) {
  return day(moment.toISOString().slice(0, 10))
}
