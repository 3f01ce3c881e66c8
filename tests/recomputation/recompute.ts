import { definitions } from './definitions.ts'
import { isTrue, type RawView, viewerOf } from './raw-view.ts'

export interface Asked {
  metric: string
  measurement: string
}

interface Recomputed {
  value: number | null
  /** How many views contribute to the value. */
  views: number
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
const isNumber = (value: number | null): value is number => value !== null

/** Interpolated linearly between neighbouring values. */
const percentile = (numbers: readonly number[], share: number): number => {
  const inOrder = numbers.toSorted((a, b) => a - b)
  const place = share * (inOrder.length - 1)
  const before = Math.floor(place)
  const below = inOrder[before]!
  const above = inOrder[before + 1] ?? below
  return below + (place - before) * (above - below)
}

/** One measurement of one metric over the given views. */
export const recompute = (
  { metric, measurement }: Asked,
  views: readonly RawView[],
): Recomputed => {
  const definition = definitions[metric]!
  if (definition.kind === 'views') return { value: views.length, views: views.length }
  if (definition.kind === 'viewers') {
    const viewers = views.map(viewerOf).filter((viewer) => viewer !== null)
    const count = new Set(viewers).size
    return { value: count > 0 ? count : null, views: viewers.length }
  }
  if (definition.kind === 'flag') {
    const count = views.filter((view) => isTrue(view, definition.flag)).length
    return { value: views.length === 0 ? null : count / views.length, views: views.length }
  }
  const { whole } = definition
  if (measurement === 'avg' && whole) {
    const known = views.filter((view) => whole.over(view) !== null && whole.under(view) !== null)
    const under = total(known.map((view) => whole.under(view)!))
    const over = total(known.map((view) => whole.over(view)!))
    return { value: under > 0 ? over / under : null, views: known.length }
  }
  const numbers = views.map(definition.numberOf).filter(isNumber)
  const ofNone = { value: null, views: 0 }
  if (numbers.length === 0) return ofNone
  const values: Record<string, () => number> = {
    avg: () => total(numbers) / numbers.length,
    sum: () => total(numbers),
    median: () => percentile(numbers, 0.5),
    '95th': () => percentile(numbers, 0.95),
  }
  return { value: values[measurement]!(), views: numbers.length }
}

export const watchTimeOf = (views: readonly RawView[]): number =>
  total(views.map(({ fields }) => fields.watch_time))

export const playingTimeOf = (views: readonly RawView[]): number =>
  total(views.map(({ fields }) => Number(fields.view_playing_time)))

/** Properties of a metric in the API's registry that docs/metrics.md does not state. */
export interface Direction {
  better: 'higher' | 'lower' | 'neither'
  relativeTo: 'total_views' | 'watch_time'
}

/**
 * The metric of these views minus the metric of all others, in the bad direction, times their share. For sums the means
 * are compared; for unique viewers nothing is.
 */
export const negativeImpact = (
  asked: Asked,
  own: readonly RawView[],
  all: readonly RawView[],
  { better, relativeTo }: Direction,
): number => {
  if (better === 'neither' || definitions[asked.metric]!.kind === 'viewers') return 0
  const compared = asked.measurement === 'sum' ? { ...asked, measurement: 'avg' } : asked
  const mine = new Set(own)
  const here = recompute(compared, own)
  const elsewhere = recompute(
    compared,
    all.filter((view) => !mine.has(view)),
  )
  if (here.value === null || elsewhere.value === null) return 0
  const worse = (here.value - elsewhere.value) * (better === 'lower' ? 1 : -1)
  const share =
    relativeTo === 'watch_time'
      ? watchTimeOf(own) / watchTimeOf(all)
      : here.views / (here.views + elsewhere.views)
  return worse * share
}
