import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { askBreakdown } from './ask-breakdown.sql.ts'
import { askImpacts, canAskImpacts, type Impact } from './ask-impacts.sql.ts'
import type { Direction } from './ask-timeseries.sql.ts'
import { askVariedDimensions } from './ask-varied-dimensions.sql.ts'
import { leastViewShare } from './change/find-explanations.ts'
import { measured } from './definition.ts'
import type { Question } from './question-shape.ts'
import type { Tenant } from './tenant.ts'

export type Insight = Impact

const perDimension = 10
const questionsAtOnce = 3
/** Each pass over the views keeps the groups of all its dimensions in memory. */
const dimensionsAtOnce = 8

/** The dimension values that worsen a metric most, over all dimensions; those that do not worsen it are left out. */
export async function askInsights(
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  { direction = 'desc', limit = 100 }: { direction?: Direction; limit?: number } = {},
): Promise<Insight[]> {
  const asked = measured(metric, measurement)
  const { formula, metric: definition } = asked
  // Nothing worsens a number that is neither better nor worse when it grows.
  if (definition.better === 'neither' || formula.kind === 'unique') return []
  const known = insightDimensions(question.timeframe.isHistorical, columnsOf(formula))
  const varied = await askVariedDimensions(tenant, definition, question, known)
  const options = { perDimension, leastShare: leastViewShare }
  const ask = canAskImpacts(asked)
    ? (several: readonly DimensionId[]) => askImpacts(tenant, asked, question, several, options)
    : ([dimension]: readonly DimensionId[]) => askOne(dimension!)
  const work = groupsOf(varied, canAskImpacts(asked) ? dimensionsAtOnce : 1).values()
  const insights: Insight[] = []
  const askOn = async () => {
    for (const several of work) insights.push(...(await ask(several)).filter(isWorse))
  }
  await Promise.all(Array.from({ length: questionsAtOnce }, askOn))
  const worstFirst = insights.toSorted(
    (a, b) =>
      b.negative_impact - a.negative_impact ||
      a.dimension.localeCompare(b.dimension) ||
      (a.field ?? '').localeCompare(b.field ?? ''),
  )
  const worst = worstFirst.slice(0, limit)
  return direction === 'desc' ? worst : worst.toReversed()

  async function askOne(dimension: DimensionId): Promise<Insight[]> {
    const { rows } = await askBreakdown(tenant, metric, measurement, question, {
      dimension,
      orderBy: 'negative_impact',
      direction: 'desc',
      limit: perDimension,
      page: 1,
      leastShare: leastViewShare,
    })
    return rows.map((row) => ({ dimension, ...row }))
  }
}

function groupsOf(ids: readonly DimensionId[], size: number): DimensionId[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
}

/** Sums of fractions taken apart and divided differ from each other in their last digits. */
const leastDifference = 1e-9

function isWorse(row: Insight): boolean {
  return row.negative_impact > Math.abs(row.value) * leastDifference && row.field !== null
}

/** That views with failures fail is no insight: outcomes of the view itself are not asked. */
export function insightDimensions(isHistorical: boolean, own: ReadonlySet<string>): DimensionId[] {
  return (Object.keys(dimensions) as DimensionId[]).filter((id) => {
    const dimension: Dimension = dimensions[id]
    if (!dimension.isBreakdown || dimension.category === 'debug') return false
    if (outcomes.has(dimension.column) || own.has(dimension.column)) return false
    return dimension.isBasic || !isHistorical
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
  // A view that failed at its start never came to any of these.
  'player_playback_mode',
  'used_captions',
  'used_fullscreen',
  'used_pip',
  // That an ad was asked for can be a cause; that one came says that nothing failed before it.
  'view_has_ad',
  'preroll_played',
  // As many values as views or viewers: none ever has its share.
  'view_session_id',
  'viewer_user_id',
  'player_instance_id',
])

export function columnsOf(formula: object): Set<string> {
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
