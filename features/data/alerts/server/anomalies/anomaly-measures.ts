import type { AnomalySums } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import type { AnomalyMeasure } from '../../anomalies-contract.ts'

type Kind = 'share' | 'ratio' | 'time' | 'count'

interface Definition {
  kind: Kind
  /** Which side of the usual value is bad. */
  area: 'above' | 'below'
  /** Of a share. */
  over?: 'failed' | 'startup_failed' | 'exits'
  /** Each error is its own cause. */
  hasErrors?: true
  /** The spread is never taken to be smaller: of the value itself, … */
  leastSpread: number
  /** … and of the usual value. */
  leastPart: number
}

export const anomalyDefinitions: Record<AnomalyMeasure, Definition> = {
  playback_failure_percentage: {
    kind: 'share',
    area: 'above',
    over: 'failed',
    hasErrors: true,
    leastSpread: 0.005,
    leastPart: 0.1,
  },
  video_startup_failure_percentage: {
    kind: 'share',
    area: 'above',
    over: 'startup_failed',
    hasErrors: true,
    leastSpread: 0.005,
    leastPart: 0.1,
  },
  exits_before_video_start: {
    kind: 'share',
    area: 'above',
    over: 'exits',
    leastSpread: 0.01,
    leastPart: 0.1,
  },
  rebuffer_percentage: { kind: 'ratio', area: 'above', leastSpread: 0.002, leastPart: 0.1 },
  video_startup_time: { kind: 'time', area: 'above', leastSpread: 0.05, leastPart: 0 },
  views: { kind: 'count', area: 'below', leastSpread: 1, leastPart: 0.1 },
}

export const countsViews = (measure: AnomalyMeasure) => anomalyDefinitions[measure].kind === 'count'

/** How many views a value is of. */
export const countOf = (measure: AnomalyMeasure, sums: AnomalySums): number => {
  const { kind } = anomalyDefinitions[measure]
  return kind === 'time' ? sums.starts : sums.views
}

/** As it is judged: startup times are logarithms. Null without anything to divide by. */
export const judgedValue = (measure: AnomalyMeasure, sums: AnomalySums): number | null => {
  const { kind, over } = anomalyDefinitions[measure]
  switch (kind) {
    case 'share':
      return sums.views > 0 ? sums[over!] / sums.views : null
    case 'ratio':
      return sums.watched > 0 ? sums.stalled / sums.watched : null
    case 'time':
      return sums.starts > 0 ? sums.start_logs / sums.starts : null
    default:
      return sums.views
  }
}

/** From what is judged to the unit of the metric. */
export const measuredValue = (measure: AnomalyMeasure, judged: number): number =>
  anomalyDefinitions[measure].kind === 'time' ? Math.exp(judged) : judged

/** What one view adds to the variance of a window, estimated from views of such windows. */
export const varianceOfView = (measure: AnomalyMeasure, sums: AnomalySums): number => {
  const { kind, over } = anomalyDefinitions[measure]
  switch (kind) {
    case 'share': {
      // A view more, half of which fails: what never happened is possible.
      const share = (sums[over!] + 0.5) / (sums.views + 1)
      return share * (1 - share)
    }
    case 'ratio': {
      if (sums.views === 0 || sums.watched === 0) return 0
      const ratio = sums.stalled / sums.watched
      const squares =
        sums.stalled_squares -
        2 * ratio * sums.stalled_by_watched +
        ratio ** 2 * sums.watched_squares
      return Math.max(squares, 0) / sums.views
    }
    case 'time': {
      if (sums.starts === 0) return 0
      const mean = sums.start_logs / sums.starts
      return Math.max(sums.start_log_squares / sums.starts - mean ** 2, 0)
    }
    default:
      return 0
  }
}

/** The standard error of a window's value, with what its views vary by. */
export const standardError = (
  measure: AnomalyMeasure,
  sums: AnomalySums,
  { center, variance }: { center: number; variance: number },
): number => {
  const { kind } = anomalyDefinitions[measure]
  if (kind === 'count') return Math.sqrt(Math.max(center, 1))
  const count = Math.max(countOf(measure, sums), 1)
  if (kind === 'share') {
    const usual = Math.max(variance, center * (1 - center))
    return Math.sqrt(usual / count)
  }
  const worst = Math.max(variance, varianceOfView(measure, sums))
  if (kind === 'time') return Math.sqrt(worst / count)
  return sums.watched > 0 ? Math.sqrt(worst * count) / sums.watched : Number.POSITIVE_INFINITY
}

/** Views beyond the usual; of measures that count none, all that were measured. */
export const affectedViews = (
  measure: AnomalyMeasure,
  sums: AnomalySums,
  center: number,
): number => {
  const { kind } = anomalyDefinitions[measure]
  const value = judgedValue(measure, sums)
  if (value === null) return 0
  if (kind === 'count') return Math.max(center - value, 0)
  if (kind === 'share') return Math.max((value - center) * sums.views, 0)
  return value > center ? countOf(measure, sums) : 0
}

/** How much of the sum above is beyond the usual; it adds up over groups. */
export const excessOf = (measure: AnomalyMeasure, sums: AnomalySums, center: number): number => {
  const { kind, over } = anomalyDefinitions[measure]
  switch (kind) {
    case 'share':
      return sums[over!] - center * sums.views
    case 'ratio':
      return sums.stalled - center * sums.watched
    case 'time':
      return sums.start_logs - center * sums.starts
    default:
      return center - sums.views
  }
}
