import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { type ChartSeries, toneOf } from '@playhead/charts/chart-data.ts'
import { chartCsv } from '@playhead/charts/downloads/chart-file.ts'
import { ChartFrame, type ChartState } from '@playhead/charts/frame/chart-frame.tsx'
import { ChartHead } from '@playhead/charts/frame/chart-head.tsx'
import { ChartMenu } from '@playhead/charts/frame/chart-menu.tsx'
import { ChartTable } from '@playhead/charts/chart-table.tsx'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { engagementChoices } from '@playhead/metrics/engagement-choices.ts'
import { chartFormatOf, formatViews } from '@playhead/question-kit/charts/chart-format.ts'
import { isBeforeFirstView } from '@playhead/question-kit/charts/first-view.ts'
import { withPartialSteps } from '@playhead/question-kit/charts/partial-steps.ts'
import { selectedTimeframe } from '@playhead/question-kit/charts/previous-question.ts'
import { emptyValueOf } from '@playhead/question-kit/charts/use-timeseries.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { engagementLimits } from '../contract.ts'
import { breakdownFailed } from './breakdown-failed.ts'
import { dimensionTitle } from './engagement-choice.ts'
import { DimensionSelect, MetricSelect } from './selects.tsx'
import type { EngagementState } from './use-engagement.ts'
import { useShown } from './use-shown.ts'

const stepLengths: Record<string, number> = {
  minute: 60_000,
  ten_minutes: 600_000,
  hour: 3_600_000,
  day: 86_400_000,
}

type Answer = CallResponse<typeof metricEndpoints.breakdownTimeseries>
type Of = Pick<EngagementState, 'metric' | 'dimension'>

const pictureOf = ({ data, timeframe, meta }: Answer, { metric: choice, dimension }: Of) => {
  const { metric, measurement } = engagementChoices[choice]
  const fields = data[0]?.values.map(({ field }) => field) ?? []
  const [start = 0, end = 0] = timeframe
  const span = {
    from: start * 1_000,
    to: end * 1_000,
    stepMs: stepLengths[meta.granularity ?? ''] ?? 3_600_000,
  }
  const series = fields.map((field, index): ChartSeries => ({
    id: JSON.stringify(field),
    label: displayValue(dimension, field),
    tone: toneOf(index),
    points: withPartialSteps(
      data.map(({ date, values }) => {
        const time = Date.parse(date)
        const empty = isBeforeFirstView(time, span.stepMs, meta) ? null : emptyValueOf(measurement)
        const { value, views } = values[index] ?? { value: null, views: 0 }
        return { time, value: value ?? empty, volume: views }
      }),
      span,
    ),
  }))
  const max = Math.max(0, ...series.flatMap(({ points }) => points.map(({ value }) => value ?? 0)))
  return {
    series,
    ...span,
    ...chartFormatOf(metric, measurement, max),
  }
}

/** ENGA-019 */
const useTopValues = ({ asked, metric: choice, dimension }: EngagementState) => {
  const { metric, measurement } = engagementChoices[choice]
  return useQuery({
    ...query(
      metricEndpoints.breakdownTimeseries,
      {
        params: { metric },
        query: {
          ...asked.query,
          measurement,
          groupBy: dimension,
          orderBy: 'value' as const,
          orderDirection: 'desc' as const,
          limit: engagementLimits.chartMax,
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
}

/** The first values of the dimension over time. ENGA-002, ENGA-019 */
export const BreakdownChart = ({ engagement }: { engagement: EngagementState }) => {
  const { metric, dimension, state } = engagement
  const answer = useTopValues(engagement)
  const isStale = answer.isPlaceholderData
  const of = useShown({ metric, dimension }, isStale)
  const { metric: shownMetric, dimension: shownDimension } = of
  const picture = useMemo(
    () => answer.data && pictureOf(answer.data, { metric: shownMetric, dimension: shownDimension }),
    [answer.data, shownMetric, shownDimension],
  )
  const [isTable, setTable] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const chartState: ChartState = answer.isLoadingError
    ? {
        kind: 'failed',
        message: breakdownFailed.message,
        onRetry: () => void answer.refetch(),
        isRetrying: answer.isFetching,
      }
    : !picture
      ? { kind: 'loading' }
      : picture.series.length === 0
        ? { kind: 'empty' }
        : { kind: 'ready' }
  const label = `${engagementChoices[of.metric].title} by ${dimensionTitle(of.dimension).toLowerCase()}`
  return (
    <Card>
      <div ref={holder}>
        <ChartHead
          title={<h2 className="text-md font-semibold">{label}</h2>}
          actions={
            <>
              <DimensionSelect engagement={engagement} />
              <MetricSelect engagement={engagement} />
            </>
          }
        >
          <ChartMenu
            title={label}
            series={picture?.series}
            holder={holder}
            span={picture ?? { from: state.resolved.startMs, to: state.resolved.endMs }}
            isTable={isTable}
            onTable={setTable}
            csv={picture && (() => chartCsv(picture.series))}
            isEmpty={chartState.kind !== 'ready'}
          />
        </ChartHead>
        <ChartFrame state={chartState} hasLegend>
          {picture &&
            (isTable ? (
              <ChartTable {...picture} label={label} />
            ) : (
              <LineChart
                {...picture}
                label={label}
                formatVolume={formatViews}
                isStale={isStale}
                onSelect={(startMs, endMs) => state.setTimeframe(selectedTimeframe(startMs, endMs))}
              />
            ))}
        </ChartFrame>
      </div>
    </Card>
  )
}
