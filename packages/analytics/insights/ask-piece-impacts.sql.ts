import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { cachedRows } from '../cache/query-cache.ts'
import { measuresOf, storedPart } from '../pieces/measures.ts'
import type { ValuesPlan } from '../pieces/values/plan-values.ts'
import { fieldOfValue, type ValueColumn, valueRows } from '../pieces/values/value-rows.sql.ts'
import type { Measured } from '../question/definition.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'
import { aggregated, aliasOf, type Part } from '../source/parts.sql.ts'
import {
  type Impact,
  impactParts,
  type ImpactOptions,
  ImpactRow,
  rankedImpacts,
} from './ask-impacts.sql.ts'

type Planned = Pick<ValuesPlan, 'bucket' | 'plans'>

/** The same as `askImpacts` of the planned dimensions, from sums of hours and days. ADR 0114 */
export const askPieceImpacts = async (
  tenant: Tenant,
  definition: Measured,
  question: Question,
  planned: Planned,
  options: ImpactOptions,
): Promise<Impact[]> => {
  const dimensions = planned.plans.flatMap((plan) => plan.dimensions)
  const query = pieceImpactsQuery(tenant, definition, planned, dimensions, options)
  const rows = await cachedRows(tenant, ImpactRow, query, question)
  return rows.map(({ place, ...row }) => ({ dimension: dimensions[place]!, ...row }))
}

function pieceImpactsQuery(
  tenant: Tenant,
  definition: Measured,
  planned: Planned,
  dimensions: readonly DimensionId[],
  options: ImpactOptions,
): SqlFragment {
  const parts = impactParts(definition, 'pieces')
  const measures = measuresOf(parts)
  if (measures === undefined) throw new Error('Pieces do not have all parts of the question.')
  const columns = parts.map(summedColumn)
  const rows = valueRows(tenant, { ...planned, dimensions, measures, columns })
  const summed = columns.map(({ name }) => sql`sum(${name}) AS ${name}`)
  const groups = sql`SELECT place, value AS stored, ${sql.join(summed)} FROM (${rows}) GROUP BY place, value`
  return rankedImpacts(definition, 'pieces', options, {
    groups,
    field: fieldOfValue(sql`stored`),
  })
}

/** Counts share their columns of pieces with sums of fractions, and stay whole. */
export const summedColumn = (part: Part): ValueColumn => {
  const { measure, field } = storedPart(part)!
  const ofPieces = sql`sumIf(${sql.identifier(field)}, measure = ${measure})`
  const ofViews = aggregated(part, 'raw')
  return part.kind === 'sum'
    ? { name: aliasOf(part), ofPieces, ofViews: sql`toFloat64(ifNull(${ofViews}, 0))` }
    : { name: aliasOf(part), ofPieces: sql`toUInt64(${ofPieces})`, ofViews }
}
