import { useMemo } from 'react'
import { ShowAnnotationsSwitch, useChartAnnotations } from '@playhead/features/data/annotations/web'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { MetricChart } from '@playhead/question-kit/charts/metric-chart.tsx'
import { previousLabel, usePreviousQuery } from '@playhead/question-kit/charts/previous-question.ts'
import type { Preview } from '@playhead/question-kit/charts/use-preview.ts'
import { useTimeseries } from '@playhead/question-kit/charts/use-timeseries.ts'
import { averageDays } from '@playhead/question-kit/charts/use-metric-lines.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { retentionDaysOf } from '@playhead/question-kit/timeframe/timeframe.ts'
import { measurementNames } from '@playhead/question-kit/values/metric-names.ts'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import type { MenuItem } from '@playhead/ui/menus/menu-popover.tsx'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { Headline } from './headline.tsx'
import { measurementsOf } from './metric-choice.ts'
import { MetricMenu } from './metric-menu.tsx'
import { useOverall, useShown } from './use-metric-data.ts'
import type { MetricChoiceState } from './use-metric-choice.ts'

interface MetricCardProps {
  state: QuestionState
  choice: MetricChoiceState
  /** The value of the breakdown that is looked at. */
  preview: Preview | undefined
  onExplain: () => void
  onWhy: () => void
}

const MeasurementSwitch = ({ choice }: Pick<MetricCardProps, 'choice'>) => {
  const metric: Metric = metrics[choice.metric]
  const known = measurementsOf(metric)
  if (known.length < 2) return null
  return (
    <SegmentedControl
      label="Measurement"
      value={choice.measurement}
      onChange={choice.setMeasurement}
      options={known.map((value) => ({ value, label: measurementNames[value] }))}
    />
  )
}

const useComparisonKeys = ({ graphs, setGraph }: MetricChoiceState) => {
  const isComparing = graphs.includes('previous')
  useShortcut('c', 'Compare with the period before', () => setGraph('previous', true), {
    isEnabled: !isComparing,
  })
  useShortcut('x', 'Drop the comparison', () => setGraph('previous', false), {
    isEnabled: isComparing,
  })
  return isComparing
}

interface MenuChoices extends Pick<MetricCardProps, 'choice' | 'onExplain' | 'onWhy'> {
  retentionDays: number
}

const canAverage = (retentionDays: number) => retentionDays >= averageDays

const menuEntriesOf = (choices: MenuChoices): MenuItem[] => {
  const { onExplain, onWhy, retentionDays } = choices
  const { graphs, setGraph } = choices.choice
  const isComparing = graphs.includes('previous')
  const isAveraging = graphs.includes('average')
  return [
    { id: 'why', label: 'Why did it change?', onSelect: onWhy },
    { id: 'explain', label: 'Explain this number', onSelect: onExplain },
    {
      id: 'previous',
      label: 'Compare with the period before',
      isSelected: isComparing,
      shortcut: [isComparing ? 'X' : 'C'],
      onSelect: () => setGraph('previous', !isComparing),
    },
    {
      id: 'average',
      label: '90-day customer average',
      ...(canAverage(retentionDays)
        ? { isSelected: isAveraging }
        : {
            isDisabled: true,
            description: `It needs ${averageDays} days of views; your plan keeps ${retentionDays}.`,
          }),
      onSelect: () => setGraph('average', !isAveraging),
    },
  ]
}

const rangeOfAnswer = ([start = 0, end = 0]: readonly number[]) => ({
  startMs: start * 1_000,
  endMs: end * 1_000,
})

/** The name of the metric, its value, and its chart. METR-016 */
export const MetricCard = ({ state, choice, preview, onExplain, onWhy }: MetricCardProps) => {
  const { metric, measurement } = choice
  const asked = useMemo(() => ({ metric, measurement }), [metric, measurement])
  const annotations = useChartAnnotations(state.query.timeframe)
  const retentionDays = retentionDaysOf(useFlags())
  const isComparing = useComparisonKeys(choice)
  const overall = useOverall(asked, state.query)
  const answered = overall.isPlaceholderData ? undefined : overall.data?.timeframe
  const previous = usePreviousQuery(
    state.query,
    state.resolved,
    answered && rangeOfAnswer(answered),
  )
  const before = useOverall(asked, previous, isComparing)
  // The chart asks the same.
  const { data: steps } = useTimeseries(metric, measurement, previous, { isEnabled: isComparing })
  const isStale = overall.isPlaceholderData || (isComparing && before.isPlaceholderData)
  const beforeValue = before.data?.data.value
  // A new value next to an old one, or with the unit of another metric, would be wrong.
  const shown = useShown(
    {
      of: asked,
      value: overall.data?.data.value,
      approximate: overall.data?.meta.approximate,
      before:
        isComparing && beforeValue !== undefined
          ? {
              value: beforeValue,
              label: previousLabel(state.resolved),
              isWhole: steps?.isWhole !== false,
            }
          : undefined,
    },
    isStale,
  )
  return (
    <Card>
      <MetricChart
        metric={metric}
        measurement={measurement}
        state={state}
        widens={state}
        showsPrevious={isComparing}
        showsAverage={choice.graphs.includes('average') && canAverage(retentionDays)}
        preview={preview}
        annotations={annotations}
        showsIncidents
        onSelect={(startMs, endMs) =>
          state.setTimeframe([startMs, endMs].map((ms) => String(Math.floor(ms / 1_000))))
        }
        menuEntries={menuEntriesOf({ choice, onExplain, onWhy, retentionDays })}
        actions={
          <>
            <ShowAnnotationsSwitch />
            <MeasurementSwitch choice={choice} />
          </>
        }
        title={
          <>
            <MetricMenu selected={metric} onSelect={choice.setMetric} />
            <Headline
              {...shown}
              isComparing={isComparing}
              isLoading={overall.isPending}
              isStale={isStale}
              isFailing={overall.isLoadingError}
              onExplain={onExplain}
              onWhy={onWhy}
            />
          </>
        }
      />
    </Card>
  )
}
