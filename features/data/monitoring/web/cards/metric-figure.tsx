import { ChangePill } from '@playhead/question-kit/values/change-pill.tsx'
import {
  changeOfMetric,
  meanOfStart,
  type MonitoringMetricId,
  valueParts,
} from '../data/metric-values.ts'
import type { MonitoringPoint } from '../data/questions.ts'
import { useSlidingNumber } from '@playhead/ui/layout/use-sliding-number.ts'

interface MetricFigureProps {
  metric: MonitoringMetricId
  /** Undefined while they load. */
  points: readonly MonitoringPoint[] | undefined
  isLarge?: boolean
}

interface KnownFigureProps extends MetricFigureProps {
  points: readonly MonitoringPoint[]
}

/** A minute of steps. */
const recentSteps = 12

/** Measured on those who watch now. Once they have left, the last value is old. */
const ofPresentViewers: readonly MonitoringMetricId[] = [
  'current-average-bitrate',
  'current-rebuffering-percentage',
]

/** The newest known value, unless it is so old that it says nothing of now. */
export const newestValue = (metric: MonitoringMetricId, points: readonly MonitoringPoint[]) => {
  if (ofPresentViewers.includes(metric) && points.at(-1)?.volume === 0) return undefined
  return points.slice(-recentSteps).findLast(({ value }) => value !== null)?.value
}

const sizeOf = (isLarge: boolean) =>
  `leading-tight ${isLarge ? 'text-3xl' : 'text-2xl [[data-wall]_&]:text-3xl'}`

const KnownFigure = ({ metric, points, isLarge = false }: KnownFigureProps) => {
  const value = newestValue(metric, points)
  const shown = useSlidingNumber(value)
  const { figure, unit } = valueParts(metric, shown)
  const change = changeOfMetric(metric, value, meanOfStart(points.map((point) => point.value)))
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className={`font-semibold tracking-tight tabular-nums ${sizeOf(isLarge)}`}>
        {figure}
        {unit && (
          <span className="ml-[3px] text-md font-normal tracking-normal text-ink-3">{unit}</span>
        )}
      </span>
      {change && <ChangePill change={change} />}
    </p>
  )
}

/** The newest step, and how it differs from the first minute of what is shown. While it loads, its line is empty. */
export const MetricFigure = ({ points, isLarge = false, ...rest }: MetricFigureProps) =>
  points ? (
    <KnownFigure {...rest} points={points} isLarge={isLarge} />
  ) : (
    <p className={sizeOf(isLarge)}>&nbsp;</p>
  )
