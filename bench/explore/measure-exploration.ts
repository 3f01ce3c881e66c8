import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { askBreakdown } from '@playhead/analytics/ask-breakdown.ts'
import { askComparison } from '@playhead/analytics/ask-comparison.sql.ts'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { askTimeseries } from '@playhead/analytics/ask-timeseries.sql.ts'
import { askChange } from '@playhead/analytics/change/ask-change.ts'
import { askInsights } from '@playhead/analytics/insights/ask-insights.ts'
import { askIntervals } from '@playhead/analytics/interval/ask-intervals.ts'
import { duePieces } from '@playhead/analytics/pieces/due-pieces.sql.ts'
import { makePieces } from '@playhead/analytics/pieces/making/make-pieces.sql.ts'
import { pieceWaits } from '@playhead/analytics/pieces/piece.ts'
import { aClientWithoutPieces } from '@playhead/analytics/pieces/testing-worlds.ts'
import { parseFilters } from '@playhead/analytics/question/parse-filters.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import type { Tenant } from '@playhead/analytics/question/tenant.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { awaitMerges, bytesOf, processorMs } from './measure-engine.sql.ts'
import { halvesOf, measureFirstAnswers } from './measure-first-answers.ts'

interface Measured {
  until: Date
  days: number
  count: number
  rounds: number
  /** Only questions whose name has this text. */
  only: string
}

type Ask = (tenant: Tenant, question: Question) => Promise<unknown>

/** As the screen of all metrics does. */
const askBoth: Ask = (tenant, question) =>
  Promise.all([askComparison(tenant, question), askIntervals(tenant, question)])

const askMedian: Ask = (tenant, question) =>
  askOverall(tenant, 'video_startup_time', 'median', question)

const askMediansBy =
  (dimension: 'video_title' | 'country'): Ask =>
  (tenant, question) =>
    askBreakdown(tenant, 'video_startup_time', 'median', question, { ...breakdown, dimension })

const breakdown = { orderBy: 'negative_impact', direction: 'desc', limit: 25, page: 1 } as const
const asked: [what: string, filters: string[], ask: Ask][] = [
  ['All metrics with intervals', [], askBoth],
  ['All metrics with intervals', ['country:DA'], askBoth],
  ['All metrics', [], askComparison],
  ['Intervals of all metrics', [], askIntervals],
  ['Insights of failures', [], insights('playback_failure_percentage')],
  ['Insights of failures', ['country:DA'], insights('playback_failure_percentage')],
  ['Insights of rebuffering', [], insights('rebuffer_percentage')],
  ['Insights of median startup', [], insights('video_startup_time', 'median')],
  ['Why failures changed', [], why('playback_failure_percentage')],
  ['Why failures changed', ['country:DA'], why('playback_failure_percentage')],
  ['Why rebuffering changed', [], why('rebuffer_percentage')],
  ['Median startup by title', [], askMediansBy('video_title')],
  ['Median startup by country', [], askMediansBy('country')],
  ['Median startup overall', [], askMedian],
  ['Median startup overall', ['country:DA'], askMedian],
  ['Median startup by day', [], by('video_startup_time', 'median', 'day')],
  ['Median startup by hour', [], by('video_startup_time', 'median', 'hour')],
  ['Failures overall', [], overall('playback_failure_percentage')],
  ['Failures overall', ['browser:Chrome'], overall('playback_failure_percentage')],
  ['Rebuffering by day', [], by('rebuffer_percentage', 'avg', 'day')],
  ['Rebuffering by hour', [], by('rebuffer_percentage', 'avg', 'hour')],
  [
    'Rebuffering by title',
    [],
    (tenant, question) =>
      askBreakdown(tenant, 'rebuffer_percentage', 'avg', question, {
        ...breakdown,
        dimension: 'video_title',
      }),
  ],
]

function overall(metric: MetricId): Ask {
  return (tenant, question) => askOverall(tenant, metric, 'avg', question)
}

function by(metric: MetricId, measurement: Measurement, step: 'day' | 'hour'): Ask {
  return (tenant, question) => askTimeseries(tenant, metric, measurement, question, { step })
}

function insights(metric: MetricId, measurement: Measurement = 'avg'): Ask {
  return (tenant, question) => askInsights(tenant, metric, measurement, question)
}

function why(metric: MetricId): Ask {
  return (tenant, question) => askChange(tenant, metric, 'avg', halvesOf(question))
}

/** Prints each row as soon as it is known, because a run takes minutes. */
export const measureExploration = async (
  tenant: Tenant,
  measured: Measured,
  tell: (what: string, found: string) => void,
): Promise<void> => {
  const { clickhouse } = tenant
  const { rounds, only } = measured
  // Everything was written just now and does not change.
  Object.assign(pieceWaits, { margin: 0, absent: 0 })
  await measureMaking(clickhouse, measured, tell)
  const raw = { ...tenant, clickhouse: aClientWithoutPieces(clickhouse) }
  for (const [place, [what, filters, ask]] of asked.entries()) {
    if (!what.includes(only)) continue
    const times = await alternating(rounds, [tenant, raw], (one, round) =>
      ask(one, questionOf(measured, place * 100 + round, filters)),
    )
    const title = filters.length === 0 ? what : `${what}, ${filters.join(', ')}`
    tell(title, inWords(times[0]!, times[1]!, ['pieces', 'views']))
  }
  const questionBeside = (round: number, filters: string[]) =>
    questionOf(measured, asked.length * 100 + round, filters)
  for (const [what, found] of await measureFirstAnswers(raw, {
    rounds,
    only,
    questionOf: questionBeside,
  }))
    tell(what, found)
}

async function measureMaking(
  clickhouse: ClickHouse,
  { count }: Measured,
  tell: (what: string, found: string) => void,
): Promise<void> {
  const startedMs = await processorMs(clickhouse)
  let made = 0
  for (;;) {
    const due = await duePieces(clickhouse, { limit: 40, fewest: 1 })
    if (due.length === 0) break
    // A day is made of its hours, so what belongs to a day stays in order.
    const dayOf = ({ bucket, moments: [first = 0] }: (typeof due)[number]) =>
      `${bucket} ${Math.floor(first / 86_400_000)}`
    const left = [...new Set(due.map(dayOf))].map((day) =>
      due.filter((pieces) => dayOf(pieces) === day),
    )
    const take = async () => {
      for (let some = left.shift(); some !== undefined; some = left.shift())
        for (const pieces of some) {
          await makePieces(clickhouse, pieces)
          made += pieces.moments.length
        }
    }
    await Promise.all([take(), take()])
  }
  await awaitMerges(clickhouse)
  const makingMs = (await processorMs(clickhouse)) - startedMs
  tell(
    `Making ${made} hours and days`,
    `${((makingMs * 1_000) / count).toFixed(1)} µs of processor time a view, with merges`,
  )
  const views = await bytesOf(clickhouse, 'views')
  for (const table of ['view_pieces', 'view_histograms', 'views_sample']) {
    const own = await bytesOf(clickhouse, table)
    tell(
      `Stored in ${table}`,
      `${(own / 2 ** 20).toFixed(1)} MiB, ${((100 * own) / views).toFixed(1)} % of the views`,
    )
  }
}

/** Every range is another one, of other questions too: some of their statements are the same, and would be remembered. */
function questionOf({ until, days }: Measured, round: number, filters: string[]): Question {
  const end = new Date(until.getTime() - round * 1_000)
  const start = new Date(end.getTime() - days * 86_400_000)
  return {
    timeframe: { start, end, isHistorical: false },
    filters: parseFilters(filters),
    metricFilters: [],
  }
}

interface Times {
  time: number[]
  processor: number[]
}

async function alternating(
  rounds: number,
  tenants: readonly Tenant[],
  ask: (tenant: Tenant, round: number) => Promise<unknown>,
): Promise<Times[]> {
  const times = tenants.map((): Times => ({ time: [], processor: [] }))
  // The first round is warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [place, tenant] of tenants.entries()) {
      const [startedAt, before] = [performance.now(), await processorMs(tenant.clickhouse)]
      await ask(tenant, round * tenants.length + place)
      const time = performance.now() - startedAt
      const processor = (await processorMs(tenant.clickhouse)) - before
      if (round === 0) continue
      times[place]!.time.push(time)
      times[place]!.processor.push(processor)
    }
  return times
}

function inWords(one: Times, other: Times, names: [string, string]): string {
  const of = (times: Times, name: string) =>
    `${name} ${median(times.time).toFixed(0)} ms (${median(times.processor).toFixed(0)} ms of processor time)`
  const ratio = median(other.processor) / Math.max(1, median(one.processor))
  return `${of(one, names[0])}, ${of(other, names[1])}: 1/${ratio.toFixed(1)}`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
