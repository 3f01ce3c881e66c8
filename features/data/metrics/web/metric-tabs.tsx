import { RelatedViews } from '@playhead/features/data/views/web'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { isCountingErrors, viewsLabelOf } from '@playhead/question-kit/values/metric-names.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { CsvButton } from './csv-button.tsx'
import { DescriptionPanel } from './description-panel.tsx'
import { InsightsPanel } from './insights-panel.tsx'
import { isTabThere, isTabUsable, type MetricsTab, tabs } from './metric-choice.ts'
import type { BreakdownAsked } from './use-metric-data.ts'
import type { MetricChoiceState } from './use-metric-choice.ts'
import { useTellingInsights } from './use-telling-insights.ts'

interface MetricTabsProps {
  asked: BreakdownAsked
  state: QuestionState
  choice: MetricChoiceState
  onWhy: () => void
}

/** METR-011 */
const unavailableText = 'Not available for the selected time range'

/** Known once the insights were requested: computing them is too expensive for opening a page. */
const useInsightCount = (asked: BreakdownAsked, state: QuestionState) => {
  const { insights, rows } = useTellingInsights(asked, state, false)
  return insights.isPlaceholderData ? undefined : rows?.length
}

const TabContent = ({ asked, state, choice, onWhy }: MetricTabsProps) => {
  switch (choice.tab) {
    case 'description':
      return <DescriptionPanel metric={asked.metric} measurement={asked.measurement} />
    case 'breakdown':
      return <BreakdownPanel asked={asked} state={state} choice={choice} />
    case 'insights':
      return <InsightsPanel asked={asked} state={state} onWhy={onWhy} />
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
export const MetricTabs = ({ asked, state, choice, onWhy }: MetricTabsProps) => {
  const metric: Metric = metrics[asked.metric]
  const insightCount = useInsightCount(asked, state)
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
          count: tab === 'insights' ? insightCount : undefined,
          content: tab === choice.tab && (
            <TabContent asked={asked} state={state} choice={choice} onWhy={onWhy} />
          ),
          refusal: isTabUsable(tab, state.resolved.isHistorical) ? undefined : unavailableText,
        }))}
    />
  )
}
