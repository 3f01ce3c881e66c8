import { useCallback, useState } from 'react'
import { RelatedViews } from '@playhead/features/data/views/web'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { Preview } from '@playhead/question-kit/charts/use-preview.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { isCountingErrors, viewsLabelOf } from '@playhead/question-kit/values/metric-names.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { CsvButton } from './csv-button.tsx'
import { isTabThere, isTabUsable, type MetricsTab, tabs } from './metric-choice.ts'
import type { BreakdownAsked } from './use-metric-data.ts'
import type { MetricChoiceState } from './use-metric-choice.ts'

const waiting = (
  <Card>
    <SkeletonLines count={6} />
  </Card>
)

// The breakdown is what a page opens with; the others are loaded once they are chosen.
const DescriptionPanel = lazyPart(
  'DescriptionPanel',
  () => import('./description-panel.tsx'),
  waiting,
)
const InsightsPanel = lazyPart(
  'InsightsPanel',
  () => import('./insights/insights-panel.tsx'),
  waiting,
)

interface MetricTabsProps {
  asked: BreakdownAsked
  state: QuestionState
  choice: MetricChoiceState
  onWhy: () => void
  /** Shows the line of a value in the chart, while its row is looked at. */
  onLook: (preview: Preview | undefined) => void
}

/** METR-011 */
const unavailableText = 'Not available for the selected time range'

/** Known once the insights were requested: computing them is too expensive for opening a page. */
const useInsightCount = (asked: BreakdownAsked, { query }: QuestionState) => {
  const { metric, measurement } = asked
  const key = JSON.stringify({ metric, measurement, query })
  const [counted, setCounted] = useState<{ key: string; count: number }>()
  const onCount = useCallback((count: number) => setCounted({ key, count }), [key])
  return { count: counted?.key === key ? counted.count : undefined, onCount }
}

interface TabContentProps extends MetricTabsProps {
  onCount: (count: number) => void
}

const TabContent = ({ asked, state, choice, onWhy, onCount, onLook }: TabContentProps) => {
  switch (choice.tab) {
    case 'description':
      return <DescriptionPanel metric={asked.metric} measurement={asked.measurement} />
    case 'breakdown':
      return <BreakdownPanel asked={asked} state={state} choice={choice} onLook={onLook} />
    case 'insights':
      return <InsightsPanel asked={asked} state={state} onWhy={onWhy} onCount={onCount} />
    case 'video-views':
      return (
        <Card isFlush>
          <RelatedViews
            state={state}
            errorId={isCountingErrors(asked.metric) ? 'any' : undefined}
          />
        </Card>
      )
  }
}

/** METR-007, METR-011, METR-012 */
export const MetricTabs = ({ asked, state, choice, onWhy, onLook }: MetricTabsProps) => {
  const metric: Metric = metrics[asked.metric]
  const insights = useInsightCount(asked, state)
  const labels: Record<MetricsTab, string> = {
    description: 'Description',
    breakdown: 'Breakdown',
    insights: 'Insights',
    'video-views': viewsLabelOf(asked.metric),
  }
  return (
    <PanelTabs
      label="About this metric"
      selectedId={choice.tab}
      onChange={(tab) => choice.setTab(tab as MetricsTab)}
      aside={choice.tab === 'breakdown' && <CsvButton asked={asked} state={state} />}
      tabs={tabs
        .filter((tab) => isTabThere(tab, metric))
        .map((tab) => ({
          id: tab,
          label: labels[tab],
          count: tab === 'insights' ? insights.count : undefined,
          content: tab === choice.tab && (
            <TabContent
              asked={asked}
              state={state}
              choice={choice}
              onWhy={onWhy}
              onCount={insights.onCount}
              onLook={onLook}
            />
          ),
          refusal: isTabUsable(tab, state.resolved.isHistorical) ? undefined : unavailableText,
        }))}
    />
  )
}
