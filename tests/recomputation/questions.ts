import type { Random } from '@playhead/audience/random.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import { definitions } from './definitions.ts'
import { basicDimensions, dimensions } from './dimensions.ts'
import type { RawView } from './raw-view.ts'

/** A filter in API syntax, and as a function in plain code. */
interface Condition {
  parameter: 'filters' | 'metric_filters'
  text: string
  /** Of conditions with the same name one must hold; of different names all. */
  alternativeOf: string
  holds(view: RawView): boolean
}

export interface Question {
  /** Epoch seconds; the end is exclusive. */
  from: number
  to: number
  conditions: readonly Condition[]
}

export const momentOf = (view: RawView, metric: string): number =>
  definitions[metric]!.counts === 'start' ? view.startedAt : view.endedAt

const isWithin = ({ from, to }: Question, moment: number): boolean =>
  moment >= from * 1000 && moment < to * 1000

/** The views that match the conditions, at any time. */
export const matching = ({ conditions }: Question, views: readonly RawView[]): RawView[] => {
  const groups = groupBy(conditions, ({ alternativeOf }) => alternativeOf)
  return views.filter((view) =>
    [...groups.values()].every((group) => group.some((one) => one.holds(view))),
  )
}

/** The views that a query for a metric covers. */
export const chosen = (question: Question, metric: string, views: readonly RawView[]): RawView[] =>
  matching(question, views).filter((view) => isWithin(question, momentOf(view, metric)))

const textOf = (value: string | null): string =>
  value === null ? '__null__' : value === '' ? '__empty__' : value

export const equal = (dimension: string, value: string | null): Condition => ({
  parameter: 'filters',
  text: `${dimension}:${textOf(value)}`,
  alternativeOf: dimension,
  holds: (view) => dimensions[dimension]!(view) === value,
})

const notEqual = (dimension: string, value: string | null): Condition => ({
  parameter: 'filters',
  text: `!${dimension}:${textOf(value)}`,
  alternativeOf: `not ${dimension} ${value}`,
  holds: (view) => dimensions[dimension]!(view) !== value,
})

const filterableOfList = (random: Random, view: RawView): Condition => {
  const trace: string[] = view.fields.video_cdn_trace
  const one = trace.at(0) ?? 'fastly'
  const has = (seen: RawView) => seen.fields.video_cdn_trace.includes(one)
  const [sign, holds] = random.pick([
    ['+', has],
    ['-', (seen: RawView) => !has(seen)],
  ] as const)
  return {
    parameter: 'filters',
    text: `${sign}video_cdn_trace:${one}`,
    alternativeOf: `${sign} trace`,
    holds,
  }
}

const compare: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

/** Integers only: for others the last digit of a stored fraction would decide. */
const comparable = [
  'playing_time',
  'watch_time',
  'video_startup_time',
  'view_content_startup_time',
  'player_startup_time',
  'page_load_time',
  'rebuffer_duration',
  'rebuffer_count',
  'rendition_change_count',
  'ad_attempt_count',
]

const ofMetric = (random: Random, view: RawView): Condition => {
  const metric = random.pick(comparable)
  const { numberOf } = definitions[metric]!
  const bound = numberOf(view) ?? 1000
  const operator = random.pick(Object.keys(compare))
  return {
    parameter: 'metric_filters',
    text: `${metric}${operator}${bound}`,
    alternativeOf: `${metric}${operator}${bound}`,
    holds: (seen) => {
      const value = numberOf(seen)
      return value !== null && compare[operator]!(value, bound)
    },
  }
}

export const drawDimension = (random: Random, isHistorical: boolean): string =>
  random.pick(isHistorical ? basicDimensions : Object.keys(dimensions))

/** A condition that at least one view matches, so that few results are empty. */
const drawCondition = (
  random: Random,
  views: readonly RawView[],
  isHistorical: boolean,
): Condition => {
  const view = random.pick(views)
  const draw = random.fraction()
  if (!isHistorical && draw < 0.2) return ofMetric(random, view)
  const dimension = drawDimension(random, isHistorical)
  if (dimension === 'video_cdn_trace') return filterableOfList(random, view)
  const value = dimensions[dimension]!(view)
  return (random.chance(0.25) ? notEqual : equal)(dimension, value)
}

const dayS = 86_400

/** A query over all views, or over a time range in which some of them begin or end; filtered or not. */
export const drawQuestion = (
  random: Random,
  views: readonly RawView[],
  isHistorical: boolean,
): Question => {
  const first = Math.floor(Math.min(...views.map(({ startedAt }) => startedAt)) / 1000)
  const last = Math.ceil((Math.max(...views.map(({ endedAt }) => endedAt)) + 1) / 1000)
  const whole = random.chance(0.5)
  const from = whole ? first - random.whole(0, 4000) : random.whole(first, last - 2)
  const to = whole ? last + random.whole(0, 4000) : random.whole(from + 1, last)
  const conditions = Array.from({ length: random.pick([0, 0, 0, 1, 1, 2]) }, () =>
    drawCondition(random, views, isHistorical),
  )
  if (!isHistorical) return { from, to, conditions }
  const [firstDay, lastDay] = [Math.floor(first / dayS), Math.ceil(last / dayS)]
  return {
    from: random.whole(firstDay - 1, lastDay - 1) * dayS,
    to: (lastDay + random.whole(0, 1)) * dayS,
    conditions,
  }
}

export const addressOf = ({ from, to, conditions }: Question, more: Record<string, string>) => {
  const search = new URLSearchParams(more)
  search.append('timeframe[]', String(from))
  search.append('timeframe[]', String(to))
  for (const { parameter, text } of conditions) search.append(`${parameter}[]`, text)
  return search.toString()
}
