import { ChangePill } from '@playhead/question-kit/values/change-pill.tsx'
import {
  changeOfMetric,
  meanOfStart,
  type MonitoringMetricId,
  valueParts,
} from '../data/metric-values.ts'
import type { MonitoringPoint } from '../data/questions.ts'
import { useSlidingNumber } from './use-sliding-number.ts'

interface MetricFigureProps {
  metric: MonitoringMetricId
  points: readonly MonitoringPoint[]
  isLarge?: boolean
}

/** The newest known value. */
export const newestValue = (points: readonly MonitoringPoint[]) =>
  points.findLast(({ value }) => value !== null)?.value

/** The newest step, and how it differs from the first minute of what is shown. */
export const MetricFigure = ({ metric, points, isLarge = false }: MetricFigureProps) => {
  const value = newestValue(points)
  const shown = useSlidingNumber(value)
  const { figure, unit } = valueParts(metric, shown)
  const change = changeOfMetric(metric, value, meanOfStart(points.map((point) => point.value)))
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span
        className={`leading-tight font-semibold tracking-tight tabular-nums ${isLarge ? 'text-3xl' : 'text-2xl [[data-wall]_&]:text-3xl'}`}
      >
        {figure}
        {unit && (
          <span className="ml-[3px] text-md font-normal tracking-normal text-ink-3">{unit}</span>
        )}
      </span>
      {change && <ChangePill change={change} />}
    </p>
  )
}
