import type { Random } from '@playhead/audience/random.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import type { Json } from '@playhead/testing/test-app.ts'
import { definitions } from './definitions.ts'
import { dimensions } from './dimensions.ts'
import {
  addressOf,
  chosen,
  drawDimension,
  drawQuestion,
  equal,
  momentOf,
  type Question,
} from './questions.ts'
import { type RawView, viewerOf } from './raw-view.ts'
import {
  type Asked,
  type Direction,
  negativeImpact,
  playingTimeOf,
  recompute,
  watchTimeOf,
} from './recompute.ts'

export interface Checking {
  random: Random
  views: readonly RawView[]
  directions: ReadonlyMap<string, Direction>
  /** Answered from daily sums. */
  isHistorical: boolean
  ask: (path: string) => Promise<Json>
}

/** Sums in another order differ in their last digits. */
const rounding = 1e-9
/** Stated in docs/metrics.md for percentiles of ranges older than the views. */
const percentileError = 0.006

const isPercentile = ({ measurement }: Asked) => measurement === 'median' || measurement === '95th'

const isClose = (a: number | null, b: number | null, error: number): boolean =>
  a === b ||
  (a !== null && b !== null && Math.abs(a - b) <= error * Math.max(Math.abs(a), Math.abs(b)))

const idsMax = 12
const idsOf = (views: readonly RawView[]): string =>
  [
    ...views.slice(0, idsMax).map(({ id }) => id),
    ...(views.length > idsMax ? [`${views.length - idsMax} more`] : []),
  ].join(' ')

class Differences {
  readonly lines: string[] = []
  readonly #what: string
  readonly #error: number

  constructor(asked: Asked, { isHistorical }: Checking, path: string) {
    this.#what = `${asked.metric} ${asked.measurement} (${decodeURIComponent(path)})`
    this.#error = isHistorical && isPercentile(asked) ? percentileError : rounding
  }

  number(
    where: string,
    found: number | null,
    expected: number | null,
    views: readonly RawView[],
    error = this.#error,
  ): void {
    if (!isClose(found, expected, error)) this.say(where, found, expected, views)
  }

  impact(where: string, found: number, expected: number, scale: number, views: readonly RawView[]) {
    const error = this.#error === rounding ? rounding : 2 * percentileError
    if (Math.abs(found - expected) > error * Math.max(scale, Math.abs(expected)))
      this.say(where, found, expected, views)
  }

  same(where: string, found: unknown, expected: unknown, views: readonly RawView[] = []): void {
    if (JSON.stringify(found) !== JSON.stringify(expected)) this.say(where, found, expected, views)
  }

  say(where: string, found: unknown, expected: unknown, views: readonly RawView[]): void {
    this.lines.push(
      `${this.#what} ${where}: the API says ${JSON.stringify(found)}, the views say ${JSON.stringify(expected)}; views: ${idsOf(views)}`,
    )
  }
}

const metricPath = ({ metric, measurement }: Asked, kind: string, question: Question, more = {}) =>
  `/data/v1/metrics/${metric}/${kind}?${addressOf(question, { measurement, ...more })}`

export const checkOverall = async (asked: Asked, checking: Checking): Promise<string[]> => {
  const { random, views, isHistorical, ask } = checking
  const question = drawQuestion(random, views, isHistorical)
  const path = metricPath(asked, 'overall', question)
  const { data } = await ask(path)
  const about = chosen(question, asked.metric, views)
  const found = new Differences(asked, checking, path)
  found.number('value', data.value, recompute(asked, about).value, about)
  found.same('total_views', data.total_views, about.length, about)
  found.same('total_watch_time', data.total_watch_time ?? 0, watchTimeOf(about), about)
  found.same('total_playing_time', data.total_playing_time ?? 0, playingTimeOf(about), about)
  return found.lines
}

const stepMs = { minute: 60_000, ten_minutes: 600_000, hour: 3_600_000, day: 86_400_000 }
type Step = keyof typeof stepMs

/** Start times of all steps in the range. */
const stepsOf = ({ from, to }: Question, step: Step): number[] => {
  const length = stepMs[step]
  const first = Math.floor((from * 1000) / length)
  const last = Math.ceil((to * 1000) / length)
  return Array.from({ length: last - first }, (_, index) => (first + index) * length)
}

const isoOf = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

const drawStep = ({ random, isHistorical }: Checking): Step =>
  isHistorical ? 'day' : random.pick(Object.keys(stepMs) as Step[])

const inStep = (views: readonly RawView[], metric: string, at: number, step: Step) =>
  views.filter((view) => {
    const moment = momentOf(view, metric)
    return moment >= at && moment < at + stepMs[step]
  })

/** A step without views is a gap, even for counts. */
const ofStep = (asked: Asked, views: readonly RawView[]) =>
  views.length === 0 ? { value: null, views: 0 } : recompute(asked, views)

export const checkTimeseries = async (asked: Asked, checking: Checking): Promise<string[]> => {
  const { random, views, isHistorical, ask } = checking
  const question = drawQuestion(random, views, isHistorical)
  const step = drawStep(checking)
  const path = metricPath(asked, 'timeseries', question, { group_by: step })
  const { data } = await ask(path)
  const about = chosen(question, asked.metric, views)
  const found = new Differences(asked, checking, path)
  const steps = stepsOf(question, step)
  found.same(
    'steps',
    data.map(([time]: Json) => time),
    steps.map(isoOf),
  )
  for (const [index, at] of steps.entries()) {
    const own = inStep(about, asked.metric, at, step)
    const expected = ofStep(asked, own)
    const [, value, count] = data[index] ?? []
    found.number(`at ${isoOf(at)}`, value, expected.value, own)
    found.same(`views at ${isoOf(at)}`, count, expected.views, own)
  }
  return found.lines
}

const groupsOf = (views: readonly RawView[], dimension: string) =>
  groupBy(views, (view) => dimensions[dimension]!(view))

export const checkBreakdown = async (asked: Asked, checking: Checking): Promise<string[]> => {
  const { random, views, directions, isHistorical, ask } = checking
  const question = drawQuestion(random, views, isHistorical)
  const dimension = drawDimension(random, isHistorical)
  const order = random.pick(['negative_impact', 'value', 'views', 'field'])
  const path = metricPath(asked, 'breakdown', question, {
    group_by: dimension,
    order_by: order,
    order_direction: random.pick(['asc', 'desc']),
    limit: '500',
  })
  const { data, total_row_count: count } = await ask(path)
  const about = chosen(question, asked.metric, views)
  const found = new Differences(asked, checking, path)
  const direction = directions.get(asked.metric)!
  const rows = [...groupsOf(about, dimension)]
    .map(([field, own]) => ({ field, own, ...recompute(asked, own) }))
    .filter(({ value }) => value !== null)
  found.same('total_row_count', count, rows.length, about)
  found.same(
    'fields',
    data.map(({ field }: Json) => JSON.stringify(field)).toSorted(),
    rows.map(({ field }) => JSON.stringify(field)).toSorted(),
    about,
  )
  for (const { field, own, value, views: counted } of rows) {
    const row = data.find((one: Json) => one.field === field)
    if (!row) continue
    const name = JSON.stringify(field)
    found.number(`value of ${name}`, row.value, value, own)
    found.same(`views of ${name}`, row.views, counted, own)
    found.same(`watch time of ${name}`, row.total_watch_time, watchTimeOf(own), own)
    found.same(`playing time of ${name}`, row.total_playing_time, playingTimeOf(own), own)
    const whole = Math.abs(recompute(asked, about).value ?? 0)
    found.impact(
      `negative impact of ${name}`,
      row.negative_impact,
      negativeImpact(asked, own, about, direction),
      Math.max(Math.abs(value!), whole),
      own,
    )
  }
  return found.lines
}

export const checkBreakdownTimeseries = async (
  asked: Asked,
  checking: Checking,
): Promise<string[]> => {
  const { random, views, isHistorical, ask } = checking
  const question = drawQuestion(random, views, isHistorical)
  const dimension = drawDimension(random, isHistorical)
  const step = isHistorical ? 'day' : random.pick(['ten_minutes', 'hour', 'day'] as const)
  const path = metricPath(asked, 'breakdown-timeseries', question, {
    group_by: dimension,
    step,
    limit: '100',
  })
  const { data } = await ask(path)
  const about = chosen(question, asked.metric, views)
  const found = new Differences(asked, checking, path)
  found.same(
    'steps',
    data.map(({ date }: Json) => date),
    stepsOf(question, step).map(isoOf),
  )
  // A breakdown has no row without a value, so there are no steps for it either.
  const groups = [...groupsOf(about, dimension)].filter(
    ([, all]) => recompute(asked, all).value !== null,
  )
  for (const at of stepsOf(question, step))
    for (const [field, all] of groups) {
      const own = inStep(all, asked.metric, at, step)
      const expected = ofStep(asked, own)
      const values = data.find(({ date }: Json) => date === isoOf(at))?.values ?? []
      const point = values.find((one: Json) => one.field === field)
      const name = `${JSON.stringify(field)} at ${isoOf(at)}`
      found.number(`value of ${name}`, point?.value ?? null, expected.value, own)
      found.same(`views of ${name}`, point?.views ?? 0, expected.views, own)
    }
  return found.lines
}

const allAsked: Asked[] = Object.entries(definitions).flatMap(([metric, { measurements }]) =>
  measurements.map((measurement) => ({ metric, measurement })),
)

/** Every metric by every measurement, in one response; with or without a dimension filter. */
export const checkComparison = async (checking: Checking): Promise<string[]> => {
  const { random, views, isHistorical, ask } = checking
  const drawn = drawQuestion(random, views, isHistorical)
  const dimension = drawDimension(random, isHistorical)
  const condition = equal(dimension, dimensions[dimension]!(random.pick(views)))
  const isOfValue = dimension !== 'video_cdn_trace' && random.chance(0.6)
  const value = condition.text.slice(dimension.length + 1)
  const others = drawn.conditions.filter(({ alternativeOf }) => alternativeOf !== dimension)
  const path = `/ui/v1/metrics/comparison?${addressOf(drawn, isOfValue ? { dimension, value } : {})}`
  const question = isOfValue ? { ...drawn, conditions: [...others, condition] } : drawn
  const { data } = await ask(path)
  const lines: string[] = []
  for (const asked of allAsked) {
    const about = chosen(question, asked.metric, views)
    const found = new Differences(asked, checking, path)
    const item = data.values.find(
      (one: Json) => one.metric === asked.metric && one.measurement === asked.measurement,
    )
    found.number('in the comparison', item?.value ?? null, recompute(asked, about).value, about)
    lines.push(...found.lines)
  }
  const starting = chosen(question, 'views', views)
  const found = new Differences({ metric: 'totals', measurement: 'all' }, checking, path)
  found.same('views', data.views, chosen(question, 'video_startup_time', views).length)
  found.same(
    'unique_viewers',
    data.unique_viewers,
    new Set(starting.map(viewerOf).filter((viewer) => viewer !== null)).size,
  )
  return [...lines, ...found.lines]
}

export { allAsked }
