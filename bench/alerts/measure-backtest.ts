import { askTimeseries } from '@playhead/analytics/ask-timeseries.sql.ts'
import { backtestRule } from '@playhead/features/data/alerts/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'

type Rule = Parameters<typeof backtestRule>[2]['rule']

const rounds = 5
const groups = 20
const days = 30
const dayMs = 86_400_000

const rule: Rule = {
  name: null,
  metric: 'playback-failure-percentage',
  area: 'above',
  value: 1,
  close_value: null,
  window_seconds: 300,
  close_after_seconds: 120,
  window_min_views: 25,
  filters: [],
  group_by: [],
  groups_max: groups,
  on_no_data: 'keep',
  severity: 'alert',
  channel_ids: null,
  is_enabled: true,
}

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!

interface Cost {
  ms: number
  /** Of this process and its engines: what else runs on the machine changes it little. */
  processorMs: number
}

/** The kernel counts in hundredths of a second. */
const mean = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / times.length

const ratio = (one: Cost, other: Cost) => `${(one.processorMs / other.processorMs).toFixed(2)} ×`

const milliseconds = (number: number) => `${number.toFixed(0)} ms`

/** Backtests against the time series of playback failures; the two take turns. */
export const measureBacktest = async (
  environment: Environment,
  until: Date,
  processorMs: () => number,
): Promise<[string, string][]> => {
  const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
    const [begun, processorBegun] = [performance.now(), processorMs()]
    await work()
    return { ms: performance.now() - begun, processorMs: processorMs() - processorBegun }
  }
  const costs = { series: [] as Cost[], whole: [] as Cost[], grouped: [] as Cost[] }
  const { signal } = new AbortController()
  for (let round = 0; round <= rounds; round += 1) {
    const end = new Date(until.getTime() - round * 60_000)
    const start = new Date(end.getTime() - days * dayMs)
    const question = {
      timeframe: { start, end, isHistorical: false },
      filters: [],
      metricFilters: [],
    }
    const series = await costOf(() =>
      askTimeseries(environment, 'playback_failure_percentage', undefined, question, {
        step: 'hour',
      }),
    )
    const backtest = (given: Partial<Rule>) =>
      costOf(() =>
        backtestRule({ clock: { now: () => end } }, environment, {
          rule: { ...rule, ...given },
          days,
          signal,
        }),
      )
    const whole = await backtest({})
    const grouped = await backtest({ group_by: ['country'] })
    // The first round is warm-up.
    if (round === 0) continue
    costs.series.push(series)
    costs.whole.push(whole)
    costs.grouped.push(grouped)
  }
  const [series, whole, grouped] = [costs.series, costs.whole, costs.grouped].map((all) => ({
    ms: median(all.map(({ ms }) => ms)),
    processorMs: mean(all.map((one) => one.processorMs)),
  }))
  return [
    ['Time series of 30 days by the hour', milliseconds(series!.ms)],
    ['Backtest of 30 days', milliseconds(whole!.ms)],
    ['Backtest against the time series', `${(whole!.ms / series!.ms).toFixed(2)} ×`],
    ['The same in processor time', ratio(whole!, series!)],
    [`Backtest of 30 days, ${groups} groups`, milliseconds(grouped!.ms)],
    [
      'For one of its groups, against the time series',
      `${(grouped!.ms / groups / series!.ms).toFixed(2)} ×`,
    ],
    [
      'The same in processor time',
      ratio({ ...grouped!, processorMs: grouped!.processorMs / groups }, series!),
    ],
  ]
}
