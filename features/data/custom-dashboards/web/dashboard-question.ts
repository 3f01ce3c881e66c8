import type { Search } from '@playhead/web-kit/url-state.ts'
import type { DashboardDraft } from './dashboard.ts'
import { startOfTimeframe, timeframeOfStart } from './timeframe-start.ts'

/** The texts of a question, as addresses and stored dashboards have them. */
export interface QuestionTexts {
  timeframe: string[]
  filters: string[]
  metric_filters: string[]
}

export const storedTexts = ({ timeframeStart, dashboardContents }: DashboardDraft) => ({
  timeframe: timeframeOfStart(timeframeStart),
  filters: dashboardContents.globalDimensionFilters,
  metric_filters: dashboardContents.globalMetricFilters,
})

export const withTexts = <Draft extends DashboardDraft>(
  draft: Draft,
  texts: QuestionTexts,
): Draft => ({
  ...draft,
  timeframeStart: startOfTimeframe(texts.timeframe),
  dashboardContents: {
    ...draft.dashboardContents,
    globalDimensionFilters: texts.filters,
    globalMetricFilters: texts.metric_filters,
  },
})

const names = ['timeframe', 'filters', 'metric_filters'] as const

/** Where the dashboard has filters and who looks at it wants none. */
const noFilter = 'none'

const listOf = (value: string | string[] | undefined) =>
  value === undefined || Array.isArray(value) ? value : [value]

/** Who looks at a dashboard may ask it differently without changing it: what the address names goes first. */
export const shownTexts = (stored: QuestionTexts, search: Search): QuestionTexts => {
  const texts = { ...stored }
  for (const name of names) {
    const given = listOf(search[name])
    if (given) texts[name] = given.filter((text) => text !== noFilter)
  }
  return texts.timeframe.length > 0 ? texts : { ...texts, timeframe: stored.timeframe }
}

/** What the address has to say for that: only what differs. */
export const searchOf = (stored: QuestionTexts, wanted: QuestionTexts) =>
  Object.fromEntries(
    names.map((name) => {
      if (stored[name].join('\n') === wanted[name].join('\n')) return [name, undefined]
      return [name, wanted[name].length > 0 ? wanted[name] : [noFilter]]
    }),
  )

export const noSearch = { timeframe: undefined, filters: undefined, metric_filters: undefined }
