import { useMemo } from 'react'
import type { QuestionState } from '@playhead/features/data/filters/web'
import {
  MetricChart,
  previousLabel,
  usePreviousQuery,
} from '@playhead/features/data/metric-chart/web'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { Card } from '@playhead/ui/card.tsx'
import { SegmentedControl } from '@playhead/ui/segmented-control.tsx'
import { Switch } from '@playhead/ui/switch.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation.ts'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'
import { Headline } from './headline.tsx'
import { measurementsOf } from './metric-choice.ts'
import { MetricMenu } from './metric-menu.tsx'
import { measurementNames } from './metric-names.ts'
import { useOverall, useShown } from './use-metric-answers.ts'
import type { MetricChoiceState } from './use-metric-choice.ts'

interface MetricCardProps {
  state: QuestionState
  choice: MetricChoiceState
  onExplain: () => void
  onWhy: () => void
}

const useAnnotationSwitch = () => {
  const isShown = useSearchValue('annotations') !== 'off'
  const setSearch = useSetSearch()
  return {
    isShown,
    setShown: (next: boolean) =>
      setSearch({ annotations: next ? undefined : 'off' }, { replace: true }),
  }
}

const MeasurementSwitch = ({ choice }: Pick<MetricCardProps, 'choice'>) => {
  const metric: Metric = metrics[choice.metric]
  const known = measurementsOf(metric)
  if (known.length < 2) return null
  const usualFirst = (['avg', 'median', '95th', 'sum', 'count'] as const).filter((one) =>
    known.includes(one),
  )
  return (
    <SegmentedControl
      label="Measurement"
      value={choice.measurement}
      onChange={choice.setMeasurement}
      options={usualFirst.map((value) => ({ value, label: measurementNames[value] }))}
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

/** The metric: its name, its value, and its course. METR-016 */
export const MetricCard = ({ state, choice, onExplain, onWhy }: MetricCardProps) => {
  const { metric, measurement, setGraph } = choice
  const asked = useMemo(() => ({ metric, measurement }), [metric, measurement])
  const annotations = useAnnotationSwitch()
  const isComparing = useComparisonKeys(choice)
  const isAveraging = choice.graphs.includes('average')
  const overall = useOverall(asked, state.query)
  const before = useOverall(asked, usePreviousQuery(state.query, state.resolved), isComparing)
  const isStale = overall.isPlaceholderData || (isComparing && before.isPlaceholderData)
  const of = useShown(asked, isStale)
  const beforeValue = before.data?.data.value
  return (
    <Card>
      <div className="mb-[6px] flex flex-wrap items-start gap-x-[18px] gap-y-2">
        <div className="min-w-0 grow">
          <MetricMenu selected={metric} onSelect={choice.setMetric} />
          <Headline
            of={of}
            value={overall.data?.data.value}
            before={
              isComparing && beforeValue !== undefined
                ? { value: beforeValue, label: previousLabel(state.resolved) }
                : undefined
            }
            isLoading={overall.isPending}
            isStale={isStale}
            isFailing={overall.isLoadingError}
            onExplain={onExplain}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-[18px] gap-y-2">
          <Switch isOn={annotations.isShown} onChange={annotations.setShown}>
            Show annotations
          </Switch>
          <MeasurementSwitch choice={choice} />
        </div>
      </div>
      <MetricChart
        metric={metric}
        measurement={measurement}
        state={state}
        showsPrevious={isComparing}
        showsAverage={isAveraging}
        onSelect={(startMs, endMs) =>
          state.setTimeframe([startMs, endMs].map((ms) => String(Math.floor(ms / 1_000))))
        }
      />
    </Card>
  )
}
