import { type Search, stringifySearch } from '@playhead/web-kit/url-state.ts'

/** Screens that answer about a range and filters: from one to the next the question stays. */
const askingScreens = ['data', 'metrics', 'compare', 'errors', 'views', 'engagement']

export const isAsking = (below: string) =>
  askingScreens.some((address) => below === address || below.startsWith(`${address}/`))

/** What the address of one of them says of its question, for a link to another. */
export const carriedQuestion = (below: string, search: Search) => {
  if (!isAsking(below)) return ''
  const { timeframe, filters, metric_filters } = search
  return stringifySearch({ timeframe, filters, metric_filters })
}
