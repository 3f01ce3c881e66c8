import { dimensions, type DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { askBreakdown, type BreakdownRow } from './ask-breakdown.sql.ts'
import type { Direction } from './ask-timeseries.sql.ts'
import { askVariedDimensions } from './ask-varied-dimensions.sql.ts'
import { leastViewShare } from './change/find-explanations.ts'
import { measured } from './definition.ts'
import type { Question } from './question-shape.ts'
import type { Tenant } from './tenant.ts'

export interface Insight extends BreakdownRow {
  dimension: DimensionId
}

const perDimension = 10
const questionsAtOnce = 3

/** The dimension values that worsen a metric most, over all dimensions; those that do not worsen it are left out. */
export async function askInsights(
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  question: Question,
  { direction = 'desc', limit = 100 }: { direction?: Direction; limit?: number } = {},
): Promise<Insight[]> {
  const { formula, metric: definition } = measured(metric, measurement)
  // Nothing worsens a number that is neither better nor worse when it grows.
  if (definition.better === 'neither' || formula.kind === 'unique') return []
  const known = insightDimensions(question.timeframe.isHistorical, columnsOf(formula))
  const asked = await askVariedDimensions(tenant, definition, question, known)
  const insights: Insight[] = []
  const work = asked.values()
  const askOn = async () => {
    for (const dimension of work) {
      const { rows } = await askBreakdown(tenant, metric, measurement, question, {
        dimension,
        orderBy: 'negative_impact',
        direction: 'desc',
        limit: perDimension,
        page: 1,
        leastShare: leastViewShare,
      })
      insights.push(...rows.filter(isWorse).map((row) => ({ dimension, ...row })))
    }
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
}

/** Sums of fractions taken apart and divided differ from each other in their last digits. */
const leastDifference = 1e-9

function isWorse(row: BreakdownRow): boolean {
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
