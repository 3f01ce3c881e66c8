import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Filter } from '../question/parse-filters.ts'
import type { Question } from '../question/question-shape.ts'
import type { Step } from '../question/step.ts'
import type { Tenant } from '../question/tenant.ts'
import type { Bucket } from '../source/condition.sql.ts'
import { type FilterSet, filterSetOf } from './filter-sets/filter-set.ts'
import { pieceDimensions } from './measures.ts'
import { type Tier, tierMs } from './piece.ts'
import {
  freshPieces,
  hasFewViews,
  isMostlyRaw,
  type KnownPiece,
  planRange,
  type Stretch,
} from './plan-range.ts'
import { hasPieces } from './has-pieces.ts'
import { readPieces } from './read-pieces.sql.ts'

/** How a question is answered from pieces and, where none can be used, from views. */
export interface PiecePlan {
  bucket: Bucket
  /** Undefined for the sums of all views. */
  dimension: DimensionId | undefined
  included: StoredValues
  excluded: StoredValues
  pieces: readonly KnownPiece[]
  raw: readonly Stretch[]
  /** The pieces are of the views that match all filters. */
  filterSet?: FilterSet | undefined
}

/** Values of the dimension as pieces store them; undefined for all values. */
type StoredValues = readonly string[] | undefined

interface Grouping {
  dimension?: DimensionId | undefined
  step?: Step | undefined
  /** Only pieces with histograms of the dimension are used. */
  hasPercentiles?: boolean
  /** Only days of all views, or of filters that were asked for, have their viewers. */
  isOfViewers?: boolean
  /** Of the question whose other parts are planned too. */
  reads?: PieceReads | undefined
  /** One metric is asked for: its percentile is read from views where these are few. */
  isOneMetric?: boolean
}

/** Shorter ranges read views: they are fast, and their percentiles are exact. */
export const shortest = tierMs.day
/** More would make a long condition, and mean that few pieces fit. */
export const mostStretches = 40
/** The dimension and the values that a question asks for; undefined when pieces cannot tell. */
interface Asked {
  dimension: DimensionId | undefined
  included: StoredValues
  excluded: StoredValues
}

/** What the parts of one question read of its pieces, once for all of them. */
export class PieceReads {
  readonly #known = new Map<string, ReturnType<typeof readPieces>>()

  share(key: string, read: () => ReturnType<typeof readPieces>): ReturnType<typeof readPieces> {
    const known = this.#known.get(key) ?? read()
    this.#known.set(key, known)
    return known
  }
}

/** Undefined when views are to be read: pieces do not fit the question, or there are none. ADR 0114 */
export const planQuestion = async (
  tenant: Tenant,
  { timeframe, filters, metricFilters, signal }: Question,
  bucket: Bucket,
  {
    dimension,
    step,
    hasPercentiles = false,
    isOneMetric = false,
    isOfViewers = false,
    reads,
  }: Grouping = {},
): Promise<PiecePlan | undefined> => {
  const range = rangeOf(timeframe)
  if (!isLong(timeframe) || metricFilters.length > 0) return undefined
  const asked = askedOf(filters, dimension)
  const filterSet =
    asked === undefined && dimension === undefined ? filterSetOf(filters) : undefined
  if (isOfViewers && asked?.dimension !== undefined) return undefined
  const tiers = isOfViewers || filterSet ? daysOf(step) : tiersOf(step)
  if ((asked ?? filterSet) === undefined || tiers.length === 0) return undefined
  if (!(await hasPieces(tenant))) return undefined
  const read = () =>
    readPieces(tenant, bucket, range, {
      dimension: asked?.dimension,
      hasHistograms: hasPercentiles,
      filterSet,
      signal,
    })
  // All views of a piece have histograms; of their values, only those of some dimensions.
  const isDense = hasPercentiles && asked?.dimension !== undefined
  const known = await (reads?.share(`${bucket} ${isDense}`, read) ?? read())
  if (known === undefined) return undefined
  if (hasPercentiles && isOneMetric && hasFewViews(range, known.changes)) return undefined
  const fresh = freshPieces(known.pieces, known.changes, known.now)
  const { pieces, raw } = planRange(range, fresh, tiers)
  if (pieces.length === 0 || raw.length > mostStretches) return undefined
  if (hasPercentiles && isMostlyRaw(range, raw)) return undefined
  return { bucket, ...(asked ?? ofAllViews), pieces, raw, filterSet }
}

/** Whether sums of single dimensions cannot answer a question that is worth keeping sums for. */
export const needsFilterSet = ({
  timeframe,
  filters,
  metricFilters,
  sampleOf,
}: Question): boolean =>
  isLong(timeframe) &&
  metricFilters.length === 0 &&
  sampleOf === undefined &&
  askedOf(filters, undefined) === undefined

const ofAllViews: Asked = { dimension: undefined, included: undefined, excluded: undefined }

function rangeOf({ start, end }: Question['timeframe']): Stretch {
  return { start: start.getTime(), end: end.getTime() }
}

function isLong(timeframe: Question['timeframe']): boolean {
  const { start, end } = rangeOf(timeframe)
  return !timeframe.isHistorical && end - start >= shortest
}

function daysOf(step: Step | undefined): Tier[] {
  return tiersOf(step).filter((tier) => tier === 'day')
}

function tiersOf(step: Step | undefined): Tier[] {
  if (step === undefined || step === 'day') return ['day', 'hour']
  return step === 'hour' ? ['hour'] : []
}

function askedOf(filters: readonly Filter[], grouped: DimensionId | undefined): Asked | undefined {
  const names = new Set(filters.map((filter) => filter.dimension))
  if (grouped !== undefined) names.add(grouped)
  if (names.size > 1) return undefined
  const [dimension] = names
  if (dimension === undefined) return ofAllViews
  // A filter matches a part of a list, and pieces have whole lists.
  if (!pieceDimensions.includes(dimension) || isList(dimension)) return undefined
  const stored = (isExcluded: boolean) => {
    const own = filters.filter((filter) => filter.isExcluded === isExcluded)
    return own.map((filter) => storedValues(filter))
  }
  const [included, excluded] = [stored(false), stored(true)]
  if ([...included, ...excluded].includes(undefined)) return undefined
  const valuesOf = (lists: readonly StoredValues[]) =>
    lists.length === 0 ? undefined : lists.flatMap((list) => list ?? [])
  return { dimension, included: valuesOf(included), excluded: valuesOf(excluded) }
}

function isList(id: DimensionId): boolean {
  const { valueKind }: Dimension = dimensions[id]
  return valueKind === 'list'
}

/** As the condition on views reads a filter: flags and numbers have no empty value. */
function storedValues({ dimension: id, match }: Filter): StoredValues {
  if (match.kind !== 'equal') return undefined
  if (match.value === null) return ['']
  const { valueKind }: Dimension = dimensions[id]
  if (valueKind === 'text') return [`=${match.value}`]
  if (match.value === '') return []
  if (valueKind === 'flag') return [`=${match.value === 'true'}`]
  // Other numbers are compared as numbers, and pieces have texts.
  return /^\d+$/.test(match.value) ? [`=${match.value.replace(/^0+(?=\d)/, '')}`] : undefined
}
