import { BarList } from '@playhead/charts/columns/bar-list.tsx'
import { formatPercent } from '@playhead/domain/format.ts'
import type { EngagementChoice } from '@playhead/metrics/engagement-choices.ts'
import { NoResults } from '@playhead/question-kit/empty/no-results.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { engagementLimits } from '../contract.ts'
import type { EngagementDimension } from './engagement-choice.ts'
import { breakdownFailed } from './breakdown-failed.ts'
import { formatChoice } from './numbers.tsx'
import { DimensionSelect, MetricSelect } from './selects.tsx'
import type { EngagementState } from './use-engagement.ts'
import type { Breakdown, BreakdownRow } from './use-engagement-data.ts'
import { ValueLink } from './value-link.tsx'

interface TopValuesCardProps {
  engagement: EngagementState
  breakdown: Breakdown
  /** The metric and dimension of the shown rows. */
  of: { metric: EngagementChoice; dimension: EngagementDimension }
}

/** A viewer may count for several values but once in the total, so only additive metrics have shares. */
const addsUp = (metric: EngagementChoice) => metric === 'views' || metric === 'total_playing_time'

const items = ({ engagement, breakdown, of }: TopValuesCardProps) => {
  const rows = breakdown.rows ?? []
  const most = Math.max(0, ...rows.map(({ current }) => current[of.metric] ?? 0))
  const whole = breakdown.total?.current[of.metric] ?? 0
  return rows.map(({ field = null, current }: BreakdownRow) => {
    const value = current[of.metric]
    return {
      id: JSON.stringify(field),
      label: <ValueLink engagement={engagement} dimension={of.dimension} value={field} />,
      value: formatChoice(of.metric, value),
      detail:
        addsUp(of.metric) && whole > 0 ? formatPercent(((value ?? 0) / whole) * 100) : undefined,
      share: most > 0 ? (value ?? 0) / most : 0,
    }
  })
}

/** The first values of a dimension, with a link to all of them. ENGA-001 */
export const TopValuesCard = (props: TopValuesCardProps) => {
  const { engagement, breakdown } = props
  const { rows } = breakdown
  const content = breakdown.hasFailed ? (
    <FailedState {...breakdownFailed} onRetry={breakdown.retry} isRetrying={breakdown.isRetrying} />
  ) : !rows ? (
    <Loading label="Loading the top values">
      <SkeletonLines count={engagementLimits.chartMax} />
    </Loading>
  ) : rows.length === 0 ? (
    <NoResults state={engagement.state} title="No data available" />
  ) : (
    <div
      className={`transition-opacity ${breakdown.isStale ? 'opacity-60' : ''}`}
      aria-busy={breakdown.isStale || undefined}
    >
      <BarList label="Top values" items={items(props)} />
    </div>
  )
  return (
    <Card
      title="Top values"
      actions={
        <Link
          kind="quiet"
          href={engagement.linkTo('engagement/breakdown', {
            order: engagement.metric,
            direction: 'desc',
          })}
        >
          See all
        </Link>
      }
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <DimensionSelect engagement={engagement} />
        <MetricSelect engagement={engagement} />
      </div>
      {content}
    </Card>
  )
}
