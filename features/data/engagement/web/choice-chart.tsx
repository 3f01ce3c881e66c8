import { type EngagementChoice, engagementChoices } from '@playhead/metrics/engagement-choices.ts'
import { MetricChart } from '@playhead/question-kit/charts/metric-chart.tsx'
import { selectedTimeframe } from '@playhead/question-kit/charts/previous-question.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Figure } from './numbers.tsx'
import type { EngagementState } from './use-engagement.ts'
import type { Breakdown } from './use-engagement-data.ts'

interface ChoiceChartProps {
  of: EngagementChoice
  engagement: EngagementState
  breakdown: Breakdown
}

/** One number of all views, its course over time, and a link to its breakdown. ENGA-001 */
export const ChoiceChart = ({ of, engagement, breakdown }: ChoiceChartProps) => {
  const { asked, state, comparison, linkTo } = engagement
  const { title, metric, measurement } = engagementChoices[of]
  const { total } = breakdown
  return (
    <Card>
      <MetricChart
        metric={metric}
        measurement={measurement}
        label={title}
        state={asked}
        size="small"
        showsPrevious={comparison !== undefined}
        comparison={comparison}
        onSelect={(startMs, endMs) => state.setTimeframe(selectedTimeframe(startMs, endMs))}
        title={
          <>
            <h2 className="text-md font-semibold">
              <Link
                kind="plain"
                href={linkTo('engagement/breakdown', { metric: of, order: of, direction: 'desc' })}
              >
                {title}
              </Link>
            </h2>
            {breakdown.hasFailed ? (
              <p className="min-h-[38px] text-sm text-ink-3">The number couldn’t be read.</p>
            ) : (
              <Figure
                of={of}
                value={total?.current[of] ?? null}
                before={
                  comparison && total?.previous
                    ? { value: total.previous[of], label: comparison.label }
                    : undefined
                }
                isLoading={!total}
                isStale={breakdown.isStale}
              />
            )}
          </>
        }
      />
    </Card>
  )
}
