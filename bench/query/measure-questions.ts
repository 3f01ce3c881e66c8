import { breakdownQuery } from '@playhead/analytics/ask-breakdown.sql.ts'
import { overallQuery } from '@playhead/analytics/ask-overall.sql.ts'
import { timeseriesQuery } from '@playhead/analytics/ask-timeseries.sql.ts'
import { measured } from '@playhead/analytics/question/definition.ts'
import { stepOf } from '@playhead/analytics/question/step.ts'
import type { Tenant } from '@playhead/analytics/question/tenant.ts'
import { z } from 'zod'

interface Program {
  origin: string
  authorization: string
  tenant: Tenant
  /** The newest view. */
  until: Date
  /** Factor on the usual time limit of a query. */
  patience: number
}

interface Range {
  title: string
  seconds: number
  goal: number
}

const day: Range = { title: '24 hours', seconds: 86_400, goal: 100 }
const ranges: readonly Range[] = [
  day,
  { title: '7 days', seconds: 7 * 86_400, goal: 250 },
  { title: '30 days', seconds: 30 * 86_400, goal: 500 },
]
const asked = [
  ['views', 'count'],
  ['viewer_experience_score', 'avg'],
  ['video_startup_time', 'median'],
  ['rebuffer_percentage', 'avg'],
] as const
const rounds = 20
const AnyRow = z.record(z.string(), z.unknown())

/** Every query of the metrics page over HTTP, compared with the same statement on the engine alone. */
export const measureQuestions = async (program: Program): Promise<[string, string][]> => {
  const rows: [string, string][] = []
  // Warms up the JIT of a program that just started. Uses another range, or the measured responses would be cached.
  for (const [metric, measurement] of asked)
    await measureMetric(program, 'overall', metric, measurement, {
      ...day,
      seconds: day.seconds + 3_600,
    })
  for (const range of ranges)
    for (const kind of ['overall', 'timeseries', 'breakdown'] as const)
      for (const [metric, measurement] of asked) {
        const title = `${metric} ${kind}, ${range.title}`
        rows.push([title, await measureMetric(program, kind, metric, measurement, range)])
      }
  for (const range of ranges) rows.push(...(await measureSearches(program, range)))
  rows.push(...(await measureViews(program)))
  return rows
}

async function measureMetric(
  program: Program,
  kind: 'overall' | 'timeseries' | 'breakdown',
  metric: (typeof asked)[number][0],
  measurement: (typeof asked)[number][1],
  range: Range,
): Promise<string> {
  const times: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds + 2; round += 1) {
    // Shifted by a second each time, for both: the same views, but nothing that is cached.
    const frames = [round * 2, round * 2 + 1].map((shift) => {
      const end = Math.floor(program.until.getTime() / 1_000) - shift
      return [end - range.seconds, end] as const
    })
    const [[start, end], [aloneStart, aloneEnd]] = frames as [
      readonly [number, number],
      readonly [number, number],
    ]
    const parameters = new URLSearchParams([
      ['timeframe[]', String(start)],
      ['timeframe[]', String(end)],
      ['measurement', measurement],
      ...(kind === 'breakdown' ? [['group_by', 'country'] as [string, string]] : []),
    ])
    const address = `${program.origin}/data/v1/metrics/${metric}/${kind}?${parameters.toString()}`
    const timeframe = {
      start: new Date(aloneStart * 1_000),
      end: new Date(aloneEnd * 1_000),
      isHistorical: false,
    }
    const ask = () => timeOf(() => get(program, address))
    const askAlone = () =>
      timeOf(() =>
        program.tenant.clickhouse.rows(
          AnyRow,
          statement(program.tenant, kind, metric, measurement, timeframe),
        ),
      )
    // The second of the two finds the columns in memory.
    const early = round % 2 === 0 ? await ask() : undefined
    const aloneTime = await askAlone()
    const time = early ?? (await ask())
    // The first rounds are warm-up.
    if (round < 2) continue
    times.push(time)
    alone.push(aloneTime)
  }
  const [p95, median, medianAlone] = [at(times, 0.95), at(times, 0.5), at(alone, 0.5)]
  const goal = range.goal * program.patience
  const isOnTime = p95 <= goal
  const isThin = median <= medianAlone * 1.3 + 5
  return `p95 ${p95.toFixed(0)} ms of ${goal}${isOnTime ? '' : ' (late)'}; median ${median.toFixed(1)} ms, engine alone ${medianAlone.toFixed(1)} ms, ratio ${(median / medianAlone).toFixed(2)}${isThin ? '' : ' (thick)'}`
}

function statement(
  tenant: Tenant,
  kind: 'overall' | 'timeseries' | 'breakdown',
  metric: (typeof asked)[number][0],
  measurement: (typeof asked)[number][1],
  timeframe: { start: Date; end: Date; isHistorical: boolean },
): ReturnType<typeof overallQuery> {
  const question = { timeframe, filters: [], metricFilters: [] }
  const definition = measured(metric, measurement)
  if (kind === 'overall') return overallQuery(tenant, definition, question)
  if (kind === 'timeseries')
    return timeseriesQuery(tenant, definition, question, stepOf(timeframe) ?? 'hour')
  return breakdownQuery(tenant, definition, question, {
    dimension: 'country',
    orderBy: 'negative_impact',
    direction: 'desc',
    limit: 25,
    page: 1,
  })
}

/** Queries over everything: all metrics at once, what makes one worse, why it changed. They have no promised time. */
async function measureSearches(
  program: Program,
  { title, seconds }: (typeof ranges)[number],
): Promise<[string, string][]> {
  const searches = [
    ['All metrics with their intervals', '/ui/v1/metrics/comparison?'],
    ['Insights of a percentage', '/data/v1/metrics/playback_failure_percentage/insights?'],
    ['Insights of a median', '/data/v1/metrics/video_startup_time/insights?'],
    ['Why a percentage changed', '/ui/v1/metrics/playback_failure_percentage/changes?'],
    ['Why a median changed', '/ui/v1/metrics/video_startup_time/changes?'],
  ] as const
  const rows: [string, string][] = []
  for (const [what, address] of searches) {
    const times: number[] = []
    let isRefused = false
    for (let round = 0; round < searchRounds; round += 1) {
      const end = Math.floor(program.until.getTime() / 1_000) - round
      // A change compares the second half with the first.
      const start = end - (address.includes('/changes') ? seconds / 2 : seconds)
      const url = `${program.origin}${address}timeframe[]=${start}&timeframe[]=${end}`
      const startedAt = performance.now()
      isRefused = !(await isAnswered(program, url))
      if (isRefused) break
      times.push(performance.now() - startedAt)
    }
    rows.push([
      `${what}, ${title}`,
      isRefused ? 'refused: more than one question may' : `median ${at(times, 0.5).toFixed(0)} ms`,
    ])
  }
  return rows
}

const searchRounds = 3

async function measureViews(program: Program): Promise<[string, string][]> {
  const end = Math.floor(program.until.getTime() / 1_000)
  const list = (start: number, shift: number) =>
    `${program.origin}/data/v1/video-views?timeframe[]=${start}&timeframe[]=${end - shift}&limit=25`
  const page = z.object({ data: z.array(z.object({ id: z.string() })) })
  const ids: string[] = []
  const latest: number[] = []
  const one: number[] = []
  for (let round = 0; round < rounds + 2; round += 1) {
    const address = list(end - 30 * 86_400, round * 3_600)
    let answer: unknown
    latest.push(await timeOf(async () => (answer = await get(program, address))))
    ids.push(
      ...page
        .parse(answer)
        .data.slice(0, 1)
        .map(({ id }) => id),
    )
  }
  for (const id of ids)
    one.push(await timeOf(() => get(program, `${program.origin}/data/v1/video-views/${id}`)))
  // The first rounds are warm-up here too.
  return [
    [
      'Latest views, 30 days',
      `p95 ${at(latest.slice(2), 0.95).toFixed(0)} ms of ${50 * program.patience}`,
    ],
    ['One view by id', `p95 ${at(one.slice(2), 0.95).toFixed(0)} ms of ${30 * program.patience}`],
  ]
}

/** A query that takes too long is refused, which is acceptable where no time is promised. */
async function isAnswered({ authorization }: Program, address: string): Promise<boolean> {
  const response = await fetch(address, { headers: { authorization } })
  await response.text()
  if (!response.ok && response.status !== 422) throw new Error(`${address}: ${response.status}`)
  return response.ok
}

async function get({ authorization }: Program, address: string): Promise<unknown> {
  const response = await fetch(address, { headers: { authorization } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
