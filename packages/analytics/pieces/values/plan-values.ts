import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Question } from '../../question/question-shape.ts'
import type { Tenant } from '../../question/tenant.ts'
import type { Bucket } from '../../source/condition.sql.ts'
import { hasPieces } from '../has-pieces.ts'
import { pieceDimensions } from '../measures.ts'
import { type AlikePieces, type DimensionPlan, planDimensions } from './plan-dimensions.ts'
import { shortest } from '../plan-question.ts'
import { freshPieces, type KnownPiece } from '../plan-range.ts'
import { keyOfPiece, readComplete } from './read-complete.sql.ts'
import { readPieces } from '../read-pieces.sql.ts'

/** How the values of many dimensions are read from pieces. */
export interface ValuesPlan {
  bucket: Bucket
  plans: readonly DimensionPlan[]
  /** Dimensions to be read from views: pieces lack some of their values. */
  others: readonly DimensionId[]
}

/**
 * Undefined when views are to be read: there are no pieces, or the question has filters or is one for the sample. Pieces know the values of
 * one dimension and not of two at once. With histograms, hours are used that have those of all values, and days. ADR 0114
 */
export const planValues = async (
  tenant: Tenant,
  { timeframe, filters, metricFilters, sampleOf, signal }: Question,
  bucket: Bucket,
  dimensions: readonly DimensionId[],
  { hasHistograms = false } = {},
): Promise<ValuesPlan | undefined> => {
  const range = { start: timeframe.start.getTime(), end: timeframe.end.getTime() }
  if (timeframe.isHistorical || range.end - range.start < shortest) return undefined
  if (filters.length > 0 || metricFilters.length > 0 || sampleOf !== undefined) return undefined
  if (!(await hasPieces(tenant))) return undefined
  const [known, complete] = await Promise.all([
    readPieces(tenant, bucket, range, { dimension: undefined, hasHistograms: false, signal }),
    readComplete(tenant, bucket, range, signal),
  ])
  if (known === undefined) return undefined
  const fresh = freshPieces(known.pieces, known.changes, known.now)
  const stored = dimensions.filter((id) => pieceDimensions.includes(id))
  const { plans } = planDimensions(range, alikeOf(fresh, complete, hasHistograms), stored)
  if (plans.length === 0) return undefined
  const planned = new Set(plans.flatMap((plan) => plan.dimensions))
  return { bucket, plans, others: dimensions.filter((id) => !planned.has(id)) }
}

function alikeOf(
  fresh: readonly KnownPiece[],
  versions: Awaited<ReturnType<typeof readComplete>>,
  hasHistograms: boolean,
): AlikePieces[] {
  const byKey = new Map(fresh.map((piece) => [keyOfPiece(piece), piece]))
  return versions.flatMap(({ complete, dense, tier, keys }) => {
    const pieces = keys.flatMap((key) => byKey.get(key) ?? [])
    // Of the other dimensions, days have the histograms of frequent values.
    const known = hasHistograms && tier === 'hour' ? dense : complete
    return pieces.length === 0 ? [] : [{ complete: new Set(known), pieces }]
  })
}
