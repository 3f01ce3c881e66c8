import {
  type AnomalyDimension,
  anomalyWindowSeconds,
} from '@playhead/analytics/anomalies/anomaly-sums.ts'
import { dice, type Planted, simulateWindow } from './make-windows.ts'
import { causeText, simulatedSearch } from './simulated-search.ts'

const kinds = ['failures', 'exits', 'rebuffering', 'startup'] as const

/** The metrics in which a kind of trouble may be found. */
const measuresOf: Record<Planted['kind'], readonly string[]> = {
  failures: ['playback_failure_percentage', 'video_startup_failure_percentage'],
  exits: ['exits_before_video_start'],
  rebuffering: ['rebuffer_percentage'],
  startup: ['video_startup_time'],
}

/** The values with the most views of their dimension, and pairs of them. */
const places: readonly Planted['values'][] = [
  { cdn: 'v0' },
  { cdn: 'v1' },
  { cdn: 'v2' },
  { country: 'v0' },
  { country: 'v1' },
  { country: 'v2' },
  { player_name: 'v1' },
  { operating_system: 'v0' },
  { operating_system: 'v2' },
  { video_title: 'v0' },
  { asn: 'v0' },
  { cdn: 'v0', country: 'v0' },
  { cdn: 'v1', country: 'v0' },
]

interface Planting {
  count: number
  meanViews: number
  limit: number
  from: number
}

/** An incident opens from 25 affected views on, so that smaller ones are not planted: half of these views are affected. */
const leastViews = 60

const plant = (number: number, { from, meanViews }: Pick<Planting, 'from' | 'meanViews'>) => {
  const random = dice(number + 1)
  for (;;) {
    const planted: Planted = {
      kind: kinds[number % kinds.length]!,
      values: places[Math.floor(random() * places.length)]!,
    }
    const hour = from + Math.floor(random() * 30 * 24) * 3_600
    const brokenFrom = hour + 3 * anomalyWindowSeconds
    const views = simulateWindow(brokenFrom, meanViews).filter((view) =>
      Object.entries(planted.values).every(
        ([dimension, value]) => view.values[dimension as AnomalyDimension] === value,
      ),
    )
    if (views.length >= leastViews) return { planted, hour, brokenFrom }
  }
}

/** Of planted incidents, how many are found within two windows, and of these how many with the planted cause. */
export const countFound = async ({ count, from, ...simulation }: Planting) => {
  let found = 0
  let withCause = 0
  const missed: string[] = []
  for (let number = 0; number < count; number += 1) {
    const { planted, hour, brokenFrom } = plant(number, { from, meanViews: simulation.meanViews })
    const opened = await simulatedSearch({
      meanViews: simulation.meanViews,
      limits: [simulation.limit],
    })(hour, planted, brokenFrom)
    const intime = opened.filter(
      ({ at, measure }) =>
        measuresOf[planted.kind].includes(measure) &&
        at > brokenFrom &&
        at <= brokenFrom + 2 * anomalyWindowSeconds,
    )
    if (intime.length > 0) found += 1
    if (intime.some(({ cause }) => cause === causeText(planted.values))) withCause += 1
    else
      missed.push(
        `${planted.kind} of ${causeText(planted.values)}: ${opened.map((one) => `${one.measure} ${one.cause} +${(one.at - brokenFrom) / 60} min`).join('; ') || 'nothing'}`,
      )
  }
  return { found, withCause, missed }
}
