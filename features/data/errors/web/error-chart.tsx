import { useMemo, useRef, useState } from 'react'
import type { ChartSeries } from '@playhead/charts/chart-data.ts'
import { ChartFrame, type ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { ChartHead } from '@playhead/charts/frame/chart-head.tsx'
import { ChartMenu } from '@playhead/charts/frame/chart-menu.tsx'
import { ChartTable } from '@playhead/charts/chart-table.tsx'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { formatNumber, formatPercent } from '@playhead/domain/format.ts'
import { isBeforeFirstView } from '@playhead/question-kit/charts/first-view.ts'
import { withPartialSteps } from '@playhead/question-kit/charts/partial-steps.ts'
import { selectedTimeframe } from '@playhead/question-kit/charts/previous-question.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { type ErrorTimeseries, useErrorTimeseries } from './use-errors.ts'

const shown = ['count', 'percentage'] as const
type Shown = (typeof shown)[number]

const titles: Record<Shown, string> = {
  count: 'Views with this error',
  percentage: 'Share of the views',
}
const formats: Record<Shown, (value: number | null) => string> = {
  count: formatNumber,
  percentage: (value) => formatPercent(value, 2),
}
const formatVolume = (views: number) => `${formatNumber(views)} ${views === 1 ? 'view' : 'views'}`

const useShown = () => {
  const setSearch = useSetSearch()
  const value: Shown = useSearchValue('graph') === 'percentage' ? 'percentage' : 'count'
  return {
    value,
    choose: (next: Shown) => setSearch({ graph: next === 'count' ? undefined : next }),
  }
}

const seriesOf = (
  answer: ErrorTimeseries | undefined,
  value: Shown,
  span: ReturnType<typeof spanOf>,
): ChartSeries[] => [
  {
    id: value,
    label: titles[value],
    tone: 1,
    points: withPartialSteps(
      (answer?.data ?? []).map((point) => {
        const time = Date.parse(point.date)
        const isBefore = isBeforeFirstView(time, span.stepMs, answer?.meta ?? {})
        return { time, value: isBefore ? null : point[value], volume: point.views }
      }),
      span,
    ),
  },
]

const spanOf = (answer: ErrorTimeseries | undefined, { resolved }: QuestionState) => {
  const [first, second] = answer?.data ?? []
  const [start, end] = answer?.timeframe ?? []
  return {
    from: start === undefined ? resolved.startMs : start * 1_000,
    to: end === undefined ? resolved.endMs : end * 1_000,
    stepMs: first && second ? Date.parse(second.date) - Date.parse(first.date) : resolved.stepMs,
  }
}

const csvOf = ({ data }: ErrorTimeseries) =>
  [
    'time,count,views,percentage',
    ...data.map(({ date, count, views, percentage }) =>
      [date, count, views, percentage ?? ''].join(','),
    ),
  ].join('\r\n')

interface ErrorChartProps {
  state: QuestionState
  errorId: string
}

/** Occurrences of an error over time; dragging selects the drawn range. */
export const ErrorChart = ({ state, errorId }: ErrorChartProps) => {
  const asked = useErrorTimeseries(state, errorId)
  const { value, choose } = useShown()
  const [isTable, setTable] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const answer = asked.data
  const span = spanOf(answer, state)
  const { from, to, stepMs } = span
  const series = useMemo(
    () => seriesOf(answer, value, { from, to, stepMs }),
    [answer, value, from, to, stepMs],
  )
  const frame: ChartState = answer
    ? answer.data.some(({ views }) => views > 0)
      ? { kind: 'ready' }
      : { kind: 'empty' }
    : asked.isError
      ? {
          kind: 'failed',
          message: asked.error.message,
          onRetry: () => void asked.refetch(),
          isRetrying: asked.isFetching,
        }
      : { kind: 'loading' }
  const label = titles[value]
  return (
    <div ref={holder} aria-busy={asked.isPlaceholderData || undefined}>
      <ChartHead
        title={<h2 className="ph-card-title">Over time</h2>}
        actions={
          <SegmentedControl
            label="What is drawn"
            value={value}
            onChange={choose}
            options={[
              { value: 'count', label: 'Count' },
              { value: 'percentage', label: 'Percentage' },
            ]}
          />
        }
      >
        <ChartMenu
          title={label}
          series={series}
          holder={holder}
          span={span}
          isTable={isTable}
          onTable={setTable}
          csv={answer && (() => csvOf(answer))}
          isEmpty={frame.kind !== 'ready'}
        />
      </ChartHead>
      <ChartFrame state={frame} size="small">
        {isTable ? (
          <ChartTable
            {...span}
            label={label}
            size="small"
            series={series}
            format={formats[value]}
            formatVolume={formatVolume}
          />
        ) : (
          <LineChart
            {...span}
            label={label}
            size="small"
            series={series}
            format={formats[value]}
            formatVolume={formatVolume}
            isCount={value === 'count'}
            isStale={asked.isPlaceholderData}
            onSelect={(startMs, endMs) => state.setTimeframe(selectedTimeframe(startMs, endMs))}
          />
        )}
      </ChartFrame>
    </div>
  )
}
