import { useMemo } from 'react'
import type { ChartBand, ChartSeries } from '@playhead/charts/chart-data.ts'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { chartFormatOf, metricText, titleOfMetric, unitOf } from '../metric-text.ts'
import { numberIn, type RuleValues } from './rule-values.ts'
import type { Backtest } from './use-backtest.ts'

interface BacktestChartProps {
  values: RuleValues
  backtest: Backtest
  isStale: boolean
  /** Undefined where the value stays as it is. */
  onValue: ((value: string) => void) | undefined
}

const bandsOf = ({ incidents, endTime }: Backtest): ChartBand[] =>
  incidents.map(({ start, end }, index) => ({
    id: `${start} ${index}`,
    from: start * 1_000,
    to: (end ?? endTime) * 1_000,
    label: String(index + 1),
  }))

/** Small against what is shown, and round. */
const stepOf = (metric: string, highest: number) => {
  const step = 10 ** Math.floor(Math.log10(Math.max(highest, 0.01) / 20))
  return unitOf(metric) === '' ? Math.max(step, 1) : Math.max(step, 0.01)
}

/** The metric, the incidents it would have opened, and the value as a line that can be moved. */
export const BacktestChart = ({ values, backtest, isStale, onValue }: BacktestChartProps) => {
  const { metric, area } = values
  const { points, startTime, endTime } = backtest
  const value = numberIn(values.value)
  const series = useMemo<ChartSeries[]>(
    () => [
      {
        id: 'metric',
        label: titleOfMetric(metric),
        tone: 1,
        points: points.map(({ time, metricValue }) => ({ time: time * 1_000, value: metricValue })),
      },
    ],
    [metric, points],
  )
  const bands = useMemo(() => bandsOf(backtest), [backtest])
  const format = useMemo(() => chartFormatOf(metric), [metric])
  const highest = points.reduce((most, one) => Math.max(most, one.metricValue ?? 0), value ?? 0)
  const stepMs = ((endTime - startTime) * 1_000) / Math.max(points.length, 1)
  return (
    <LineChart
      label={`${titleOfMetric(metric)} in the time of the backtest`}
      series={series}
      from={startTime * 1_000}
      to={endTime * 1_000}
      stepMs={Math.max(Math.round(stepMs), 1)}
      {...format}
      bands={bands}
      alarm={value === undefined ? undefined : { value, area }}
      levels={
        value === undefined || onValue
          ? undefined
          : [{ id: 'value', label: `${area} ${metricText(metric, value)}`, value }]
      }
      threshold={
        value === undefined || !onValue
          ? undefined
          : {
              label: 'Value of the rule',
              value,
              min: 0,
              max: unitOf(metric) === '%' ? 100 : 1e12,
              step: stepOf(metric, highest),
              format: (one) => metricText(metric, one),
              onChange: (next) => onValue(String(next)),
            }
      }
      isStale={isStale}
    />
  )
}
