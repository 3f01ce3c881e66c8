import { setTimeout as wait } from 'node:timers/promises'
import { askChange } from '@playhead/analytics/change/ask-change.ts'
import { askSampledChange } from '@playhead/analytics/change/ask-sampled-change.ts'
import { askInsights } from '@playhead/analytics/insights/ask-insights.ts'
import { askSampledInsights } from '@playhead/analytics/insights/ask-sampled-insights.ts'
import type { Question } from '@playhead/analytics/question/question.ts'
import type { Tenant } from '@playhead/analytics/question/tenant.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'

/** As screens do: most questions are answered before. */
const firstAfterMs = 150

type Ask = (tenant: Tenant, question: Question) => Promise<unknown>

const filterSets = [[], ['browser:Chrome'], ['browser:Chrome', 'country:AA']]

const measures: [what: string, MetricId, Measurement][] = [
  ['failures', 'playback_failure_percentage', 'avg'],
  ['median startup', 'video_startup_time', 'median'],
]

const asked: [what: string, exact: Ask, first: Ask][] = measures.flatMap(
  ([what, metric, measurement]): [string, Ask, Ask][] => [
    [
      `Insights of ${what}`,
      (tenant, question) => askInsights(tenant, metric, measurement, question),
      (tenant, question) => askSampledInsights(tenant, metric, measurement, question),
    ],
    [
      `Why ${what} changed`,
      (tenant, question) => askChange(tenant, metric, measurement, halvesOf(question)),
      (tenant, question) => askSampledChange(tenant, metric, measurement, halvesOf(question)),
    ],
  ],
)

/** The second half of the range against the first. */
export const halvesOf = (question: Question) => {
  const { start, end } = question.timeframe
  const middle = new Date((start.getTime() + end.getTime()) / 2)
  return {
    question: { ...question, timeframe: { start: middle, end, isHistorical: false } },
    baseline: { start, end: middle, isHistorical: false },
  }
}

interface Measured {
  rounds: number
  /** Only questions whose name has this text. */
  only: string
  questionOf: (round: number, filters: string[]) => Question
}

/** The exact answer of all views, and the first one, which is asked for while the exact one is awaited. ADR 0122 */
export const measureFirstAnswers = async (
  tenant: Tenant,
  { rounds, only, questionOf }: Measured,
): Promise<[string, string][]> => {
  const rows: [string, string][] = []
  for (const [what, exact, first] of asked)
    for (const filters of filterSets) {
      const title = [`First answer: ${what}`, ...filters].join(', ')
      if (!title.includes(only)) continue
      const times = { exact: [] as number[], first: [] as number[], firstAlone: [] as number[] }
      let hasFirst = false
      // The first round is warm-up.
      for (let round = 0; round <= rounds; round += 1) {
        const place = rows.length * 100 + round
        const alone = await timed(() => exact(tenant, questionOf(place, filters)))
        const sampled = await timed(() => first(tenant, questionOf(place, filters)))
        const question = questionOf(place + rounds + 1, filters)
        const beside = exact(tenant, question)
        const shown = await timed(async () => {
          await wait(firstAfterMs)
          return first(tenant, question)
        })
        await beside
        hasFirst = shown.answer !== undefined
        if (round === 0) continue
        times.exact.push(alone.ms)
        times.first.push(shown.ms)
        times.firstAlone.push(sampled.ms)
      }
      rows.push([
        title,
        `exact ${median(times.exact)} ms; ${hasFirst ? 'first' : 'too few for a first'} answer after ${median(times.first)} ms, ${median(times.firstAlone)} ms when nothing else is asked`,
      ])
    }
  return rows
}

async function timed<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const startedAt = performance.now()
  const answer = await ask()
  return { answer, ms: performance.now() - startedAt }
}

function median(values: readonly number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(0)
}
