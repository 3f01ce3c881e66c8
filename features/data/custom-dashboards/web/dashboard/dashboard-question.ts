import type { Search } from '@playhead/web-kit/navigation/url-state.ts'
import type { DashboardDraft } from './dashboard.ts'
import { startOfTimeframe, timeframeOfStart } from './timeframe-start.ts'

/** The texts of a question, in the form of URLs and stored dashboards. */
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

/** In the URL: the viewer has removed the filters that the dashboard stores. */
const noFilter = 'none'

const listOf = (value: string | string[] | undefined) =>
  value === undefined || Array.isArray(value) ? value : [value]

/** Parameters of the URL override the stored texts, so that a viewer can change the question but not the dashboard. */
export const shownTexts = (stored: QuestionTexts, search: Search): QuestionTexts => {
  const texts = { ...stored }
  for (const name of names) {
    const given = listOf(search[name])
    if (given) texts[name] = given.filter((text) => text !== noFilter)
  }
  return texts.timeframe.length > 0 ? texts : { ...texts, timeframe: stored.timeframe }
}

/** The URL parameters that differ from the stored texts. */
export const searchOf = (stored: QuestionTexts, wanted: QuestionTexts) =>
  Object.fromEntries(
    names.map((name) => {
      if (stored[name].join('\n') === wanted[name].join('\n')) return [name, undefined]
      return [name, wanted[name].length > 0 ? wanted[name] : [noFilter]]
    }),
  )

export const noSearch = { timeframe: undefined, filters: undefined, metric_filters: undefined }
