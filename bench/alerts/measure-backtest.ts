import { askTimeseries } from '@playhead/analytics/ask-timeseries.sql.ts'
import { backtestRule } from '@playhead/features/data/alerts/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'

type Rule = Parameters<typeof backtestRule>[2]['rule']

const rounds = 5
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
  groups_max: 20,
  on_no_data: 'keep',
  severity: 'alert',
  channel_ids: null,
  is_enabled: true,
}

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!

const timeOf = async (work: () => Promise<unknown>) => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const milliseconds = (number: number) => `${number.toFixed(0)} ms`

/** Backtests against the time series of playback failures; the two take turns. */
export const measureBacktest = async (
  environment: Environment,
  until: Date,
): Promise<[string, string][]> => {
  const times = { series: [] as number[], whole: [] as number[], grouped: [] as number[] }
  const { signal } = new AbortController()
  for (let round = 0; round <= rounds; round += 1) {
    const end = new Date(until.getTime() - round * 60_000)
    const start = new Date(end.getTime() - days * dayMs)
    const question = {
      timeframe: { start, end, isHistorical: false },
      filters: [],
      metricFilters: [],
    }
    const series = await timeOf(() =>
      askTimeseries(environment, 'playback_failure_percentage', undefined, question, {
        step: 'hour',
      }),
    )
    const backtest = (given: Partial<Rule>) =>
      timeOf(() =>
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
    times.series.push(series)
    times.whole.push(whole)
    times.grouped.push(grouped)
  }
  const [series, whole, grouped] = [times.series, times.whole, times.grouped].map(median)
  return [
    ['Time series of 30 days by the hour', milliseconds(series!)],
    ['Backtest of 30 days', milliseconds(whole!)],
    ['Backtest against the time series', `${(whole! / series!).toFixed(2)} ×`],
    ['Backtest of 30 days, 20 groups', milliseconds(grouped!)],
    ['Grouped against the time series', `${(grouped! / series!).toFixed(2)} ×`],
  ]
}
