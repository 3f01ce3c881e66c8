import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uints } from '@playhead/clickhouse/typed-value.ts'
import { dimensions } from '@playhead/metrics/dimensions.ts'
import type { Question } from '../question/question-shape.ts'
import type { Step } from '../question/step.ts'
import type { Tenant } from '../question/tenant.ts'
import { dimensionConditions, fieldOf, ofTenant, viewsSource } from '../source/condition.sql.ts'
import type { Part } from '../source/parts.sql.ts'
import { sums } from './addends.sql.ts'
import {
  isMeasured,
  measuredColumns,
  measuredHistogram,
  measureTuples,
  noHistogram,
} from './measure-rows.sql.ts'
import { type Histogram, isHistogram, type Measure, measuresOf, storedPart } from './measures.ts'
import { storedTier, type Tier } from './piece.ts'
import type { PiecePlan } from './plan-question.ts'
import { stepOfViews } from '../source/step-of-views.sql.ts'

export interface PlannedParts {
  plan: PiecePlan
  parts: readonly Part[]
  step: Step | undefined
  /** Whether rows are grouped by the dimension of the plan. */
  isGrouped: boolean
}

/**
 * `FROM … WHERE …` for rows with the parts under their names, as those of the daily rollup: by step, and by the
 * dimension under the name of its column.
 */
export const rowsOfPieces = (
  tenant: Tenant,
  question: Question,
  { plan, parts, step, isGrouped }: PlannedParts,
): SqlFragment => {
  const measures = measuresOf(parts)
  if (measures === undefined) throw new Error('Pieces do not have all parts of the question.')
  const rows = measureRows(tenant, question, plan, { measures, step, isGrouped })
  const summed = parts.map((part) => {
    const { measure, field } = storedPart(part)!
    if (field === 'histogram')
      return sql`sumMapIf(histogram, measure = ${measure}) AS ${sql.identifier(part.name)}`
    const sum = sql`sumIf(${sql.identifier(field)}, measure = ${measure})`
    // Whole numbers stay whole: sums of counts and of true flags are floating point only because they share a column.
    const isWhole = part.kind !== 'sum'
    return sql`${isWhole ? sql`toUInt64(${sum})` : sum} AS ${sql.identifier(part.name)}`
  })
  const keys = [
    ...(step === undefined ? [] : [sql`step`]),
    ...(isGrouped && plan.dimension !== undefined
      ? [sql`field AS ${sql.identifier(dimensions[plan.dimension].column)}`]
      : []),
  ]
  const groups = [
    ...(step === undefined ? [] : [sql`step`]),
    ...(isGrouped && plan.dimension !== undefined ? [sql`field`] : []),
  ]
  const grouped = groups.length === 0 ? sql.empty : sql` GROUP BY ${sql.join(groups)}`
  return sql`FROM (SELECT ${sql.join([...keys, ...summed])} FROM (${rows})${grouped}) WHERE true`
}

/** Every sum of the measures, for intervals. */
export const momentsOfPieces = (
  tenant: Tenant,
  question: Question,
  plan: PiecePlan,
  measures: readonly Measure[],
): SqlFragment => {
  const rows = measureRows(tenant, question, plan, { measures, step: undefined, isGrouped: false })
  const summed = sums.map((name) => sql`sum(${sql.identifier(name)}) AS ${sql.identifier(name)}`)
  return sql`SELECT measure, ${sql.join(summed)} FROM (${rows}) GROUP BY measure`
}

/** The buckets of each histogram that have views, in ascending order, with their counts. */
export const histogramsOfPieces = (
  tenant: Tenant,
  question: Question,
  plan: PiecePlan,
  measures: readonly Histogram[],
): SqlFragment => {
  const rows = measureRows(tenant, question, plan, { measures, step: undefined, isGrouped: false })
  return sql`SELECT measure, mapKeys(merged) AS buckets, mapValues(merged) AS counts
    FROM (SELECT measure, sumMap(histogram) AS merged FROM (${rows}) GROUP BY measure)`
}

interface MeasureRows {
  measures: readonly Measure[]
  step: Step | undefined
  isGrouped: boolean
}

/** The rows of the used pieces, and of the views between them, in one form. */
export const measureRows = (
  tenant: Tenant,
  question: Question,
  plan: PiecePlan,
  asked: MeasureRows,
): SqlFragment => {
  const all = [
    ...(['day', 'hour'] as const).flatMap((tier) => storedRows(tenant, plan, tier, asked)),
    ...(plan.raw.length === 0 ? [] : [rowsOfViews(tenant, question, plan, asked)]),
  ]
  return all.reduce((rows, next) => sql`${rows} UNION ALL ${next}`)
}

const columns = sql.join(sums.map((name) => sql.identifier(name)))
/** Rows of both tables have the same columns. */
const noSums = sql.join(
  sums.map((name) =>
    name === 'views' || name === 'n'
      ? sql`toUInt64(0) AS ${sql.identifier(name)}`
      : sql`0. AS ${sql.identifier(name)}`,
  ),
)
const storedHistogram = sql`mapFromArrays(buckets, CAST(counts, 'Array(UInt64)'))`

function storedRows(
  tenant: Tenant,
  plan: PiecePlan,
  tier: Tier,
  { measures, step, isGrouped }: MeasureRows,
): SqlFragment[] {
  const { dimension, included, excluded, pieces } = plan
  const used = pieces.filter((piece) => piece.tier === tier)
  if (used.length === 0) return []
  const histograms = measures.filter(isHistogram)
  const others = measures.filter((measure) => !isHistogram(measure))
  const beginning =
    step === 'day'
      ? sql`toUnixTimestamp(toStartOfDay(moment, 'UTC'))`
      : sql`toUnixTimestamp(moment)`
  const conditionsOf = (some: readonly Measure[]) => [
    conditionsOfPieces(tenant, plan, tier),
    sql`dimension = ${dimension ?? ''}`,
    sql`measure IN ${some.map(({ name }) => name)}`,
    ...(included === undefined ? [] : [sql`value IN ${included}`]),
    ...(excluded === undefined ? [] : [sql`value NOT IN ${excluded}`]),
  ]
  const keys = sql`${fieldKey(isGrouped, sql`if(value = '', NULL, substring(value, 2))`)}, ${step === undefined ? sql`0` : beginning} AS step, measure`
  const besides = histograms.length === 0 ? sql.empty : sql`, ${noHistogram} AS histogram`
  return [
    ...(others.length === 0
      ? []
      : [
          sql`SELECT ${keys}, ${columns}${besides}
    FROM view_pieces WHERE ${sql.join(conditionsOf(others), ' AND ')}`,
        ]),
    ...(histograms.length === 0
      ? []
      : [
          sql`SELECT ${keys}, ${noSums}, ${storedHistogram} AS histogram
    FROM view_histograms WHERE ${sql.join(conditionsOf(histograms), ' AND ')}`,
        ]),
  ]
}

/** The rows of the pieces of a tier that the plan uses; there is at least one. */
export const conditionsOfPieces = (
  tenant: Tenant,
  { bucket, pieces, filterSet }: Pick<PiecePlan, 'bucket' | 'pieces' | 'filterSet'>,
  tier: Tier,
): SqlFragment => {
  const used = pieces.filter((piece) => piece.tier === tier)
  const moments = used.map(({ moment }) => moment / 1_000)
  const versions = used.map(({ version }) => version)
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  // A piece is replaced as a whole: only the version that the plan has read counts.
  return sql`${ofTenant(tenant)} AND bucket = ${bucket} AND tier = ${storedTier(tier, filterSet)}
      AND moment >= toDateTime(${new Date(first * 1_000)}, 'UTC') AND moment <= toDateTime(${new Date(last * 1_000)}, 'UTC')
      AND (toUnixTimestamp(moment), version) GLOBAL IN (SELECT one.1, one.2 FROM (SELECT arrayJoin(arrayZip(${uints(moments)}, ${uints(versions)})) AS one))`
}

/** `FROM … WHERE …` for the views that are read where no piece fits. */
export const viewsBetween = (
  tenant: Tenant,
  { filters }: Question,
  { bucket, raw }: PiecePlan,
): SqlFragment => {
  const column = sql.identifier(bucket)
  const within = raw.map(({ start, end }) => {
    const [from, until] = [new Date(start), new Date(end)]
    // Rows are sorted by view_end, which is never before view_start.
    const reach = bucket === 'view_start' ? sql` AND view_end >= ${from}` : sql.empty
    return sql`(${column} >= ${from} AND ${column} < ${until}${reach})`
  })
  const conditions = [
    ofTenant(tenant),
    sql`(${sql.join(within, ' OR ')})`,
    ...dimensionConditions(filters),
  ]
  return sql`FROM ${viewsSource} WHERE ${sql.join(conditions, ' AND ')}`
}

function rowsOfViews(
  tenant: Tenant,
  question: Question,
  plan: PiecePlan,
  { measures, step, isGrouped }: MeasureRows,
): SqlFragment {
  const { bucket, dimension } = plan
  const field =
    dimension === undefined ? sql`NULL` : sql`CAST(${fieldOf(dimension)}, 'Nullable(String)')`
  const keys = sql`${fieldKey(isGrouped, field)}, ${step === undefined ? sql`0` : stepOfViews(bucket, step)} AS step`
  const all = measures.some(isHistogram)
    ? sql`${measuredColumns}, ${measuredHistogram}`
    : measuredColumns
  return sql`SELECT field, step, ${all} FROM (
      SELECT ${keys}, ${measureTuples(measures)} AS measures
      ${viewsBetween(tenant, question, plan)} GROUP BY field, step) ARRAY JOIN measures AS measured WHERE ${isMeasured}`
}

function fieldKey(isGrouped: boolean, field: SqlFragment): SqlFragment {
  return sql`${isGrouped ? field : sql`CAST(NULL, 'Nullable(String)')`} AS field`
}
