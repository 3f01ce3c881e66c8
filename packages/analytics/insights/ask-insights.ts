import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { askCommonValues } from './ask-common-values.sql.ts'
import { askImpacts, type Impact } from './ask-impacts.sql.ts'
import {
  askQuantileImpacts,
  type Quantile,
  type QuantileImpact,
} from './ask-quantile-impacts.sql.ts'
import type { Direction } from '../ask-timeseries.sql.ts'
import { askPieceImpacts } from './ask-piece-impacts.sql.ts'
import { readTogether } from '../pieces/values/plan-dimensions.ts'
import { planValues } from '../pieces/values/plan-values.ts'
import { askVariedDimensions } from './ask-varied-dimensions.sql.ts'
import { leastViewShare } from '../change/find-explanations.ts'
import { type Measured, measured } from '../question/definition.ts'
import { exactImpacts } from './exact-impacts.ts'
import { bucketWidth } from '../source/histogram.ts'
import { pieceQuantileImpacts } from './piece-quantile-impacts.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'

export type Insight = Impact

export interface Insights {
  insights: Insight[]
  /** The largest relative error of a value; undefined when all are exact. */
  approximate: number | undefined
}

export interface InsightsOptions {
  direction?: Direction
  limit?: number
}

const options = { perDimension: 10, leastShare: leastViewShare }
const questionsAtOnce = 3
/** Each pass keeps the groups of all its dimensions in memory; common values alone are few. */
const dimensionsAtOnce = { ofAllValues: 8, ofCommonValues: 16 }

/** The dimension values that worsen a metric most, over all dimensions; values that do not worsen it are omitted. */
export const askInsights = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  { direction = 'desc', limit = 100 }: InsightsOptions = {},
): Promise<Insights> => {
  const definition = measured(metric, measurement)
  const { formula } = definition
  const none = { insights: [], approximate: undefined }
  // A metric without a better direction cannot get worse.
  if (definition.metric.better === 'neither' || formula.kind === 'unique') return none
  // METR-011 The rollup has too few dimensions.
  if (question.timeframe.isHistorical) return none
  const known = insightDimensions(columnsOf(formula))
  const { insights: worst, approximate } =
    formula.kind === 'quantile'
      ? await worstQuantiles(tenant, { ...definition, formula }, question, known, limit)
      : await worstOthers(tenant, definition, question, known, limit)
  return { insights: direction === 'desc' ? worst : worst.toReversed(), approximate }
}

async function worstOthers(
  tenant: Tenant,
  definition: Measured,
  question: Question,
  known: readonly DimensionId[],
  limit: number,
): Promise<Insights> {
  const { bucket } = definition.metric
  const planned = await planValues(tenant, question, bucket, known)
  const [ofPieces, ofViews] = await Promise.all([
    askInGroups(planned === undefined ? [] : readTogether(planned.plans), 1, (plans) =>
      askPieceImpacts(tenant, definition, question, { bucket, plans: plans.flat() }, options),
    ),
    impactsOfViews(tenant, definition, question, planned?.others ?? known),
  ])
  return { insights: worstOf([...ofPieces, ...ofViews], limit), approximate: undefined }
}

async function impactsOfViews(
  tenant: Tenant,
  definition: Measured,
  question: Question,
  known: readonly DimensionId[],
): Promise<Impact[]> {
  if (known.length === 0) return []
  const varied = await askVariedDimensions(tenant, definition.metric, question, known)
  return askInGroups(varied, dimensionsAtOnce.ofAllValues, (several) =>
    askImpacts(tenant, definition, question, several, options),
  )
}

async function worstQuantiles(
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  known: readonly DimensionId[],
  limit: number,
): Promise<Insights> {
  const { leastShare, perDimension } = options
  const { impacts, others } = await pieceQuantileImpacts(
    tenant,
    definition,
    question,
    known,
    leastShare,
  )
  const isOfPieces = impacts.length > 0
  const ofViews =
    others.length === 0 ? [] : await quantilesOfViews(tenant, definition, question, others, limit)
  // Between so few views as a sample has, chance differs more than histograms do, and sums know no better.
  const isRough = question.sampleOf !== undefined || isOfPieces
  const all = [
    ...impacts,
    ...(isRough
      ? ofViews.map(({ row }) => row)
      : await exactImpacts(tenant, definition, question, ofViews)),
  ]
  const worst = known.flatMap((dimension) => {
    const own = all.filter((row) => row.dimension === dimension)
    return worstOf(own, perDimension)
  })
  return {
    insights: worstOf(worst, limit),
    approximate: isOfPieces ? bucketWidth : undefined,
  }
}

/** Histograms tell which values may worsen a percentile most; only these are then read exactly. ADR 0057 */
async function quantilesOfViews(
  tenant: Tenant,
  definition: Measured & { formula: Quantile },
  question: Question,
  known: readonly DimensionId[],
  limit: number,
): Promise<QuantileImpact[]> {
  const { leastShare, perDimension } = options
  const dimensions = await askVariedDimensions(tenant, definition.metric, question, known)
  const common = await askCommonValues(tenant, definition, question, { dimensions, leastShare })
  const estimates = await askInGroups(common, dimensionsAtOnce.ofCommonValues, (several) =>
    askQuantileImpacts(tenant, definition, question, several, { leastShare, perDimension: 100 }),
  )
  const ofDimension = (dimension: DimensionId) => {
    const own = estimates.filter(({ row }) => row.dimension === dimension)
    return possibleWorst(own, perDimension)
  }
  return possibleWorst(dimensions.flatMap(ofDimension), limit)
}

/** The values that may be among the worst, whatever their exact impacts are. */
function possibleWorst(estimates: readonly QuantileImpact[], count: number): QuantileImpact[] {
  const surelyAbove = estimates
    .map((one) => one.row.negative_impact - uncertaintyOf(one))
    .toSorted((a, b) => b - a)[count - 1]
  if (surelyAbove === undefined) return [...estimates]
  return estimates.filter((one) => one.row.negative_impact + uncertaintyOf(one) >= surelyAbove)
}

/** Both percentiles of an impact are known only to the width of their buckets. */
function uncertaintyOf({ row, share }: QuantileImpact): number {
  return bucketWidth * (2 * share * Math.abs(row.value) + Math.abs(row.negative_impact))
}

async function askInGroups<Item, Row>(
  items: readonly Item[],
  size: number,
  ask: (several: readonly Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const work = groupsOf(items, size).values()
  const rows: Row[] = []
  const askOn = async () => {
    for (const several of work) rows.push(...(await ask(several)))
  }
  await Promise.all(Array.from({ length: questionsAtOnce }, askOn))
  return rows
}

function worstOf(rows: readonly Insight[], limit: number): Insight[] {
  return rows
    .filter(isWorse)
    .toSorted(
      (a, b) =>
        b.negative_impact - a.negative_impact ||
        a.dimension.localeCompare(b.dimension) ||
        (a.field ?? '').localeCompare(b.field ?? ''),
    )
    .slice(0, limit)
}

function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Covers rounding errors: sums of fractions differ in their last digits. */
const leastDifference = 1e-9

function isWorse(row: Insight): boolean {
  return row.negative_impact > Math.abs(row.value) * leastDifference && row.field !== null
}

/** That failed views fail is no insight, so outcomes of the view are not examined. */
export const insightDimensions = (own: ReadonlySet<string>): DimensionId[] => {
  return (Object.keys(dimensions) as DimensionId[]).filter((id) => {
    const dimension: Dimension = dimensions[id]
    if (!dimension.isBreakdown || dimension.category === 'debug') return false
    return !outcomes.has(dimension.column) && !own.has(dimension.column)
  })
}

const outcomes: ReadonlySet<string> = new Set([
  'exit_before_video_start',
  'video_startup_failure',
  'playback_failure',
  'playback_business_exception',
  'video_startup_business_exception',
  'ad_playback_failure',
  'content_playback_failure',
  'view_dropped',
  'player_error_code',
  // A view that failed at startup never reaches any of these.
  'player_playback_mode',
  'used_captions',
  'used_fullscreen',
  'used_pip',
  // A requested ad can be a cause; a displayed one only shows that nothing failed before it.
  'view_has_ad',
  'preroll_played',
  // As many values as views or viewers: none reaches the minimum share.
  'view_session_id',
  'viewer_user_id',
  'player_instance_id',
])

export const columnsOf = (formula: object): Set<string> => {
  return new Set(
    Object.values(formula).flatMap((value: unknown) =>
      typeof value === 'string'
        ? [value]
        : value !== null && typeof value === 'object'
          ? [...columnsOf(value)]
          : [],
    ),
  )
}
