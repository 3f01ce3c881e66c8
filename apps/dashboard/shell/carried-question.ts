import { type Search, stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'

/** Screens with a timeframe and filters, which are kept when moving between them. */
const askingScreens = ['data', 'metrics', 'compare', 'errors', 'views', 'engagement']

export const isAsking = (below: string) =>
  askingScreens.some((address) => below === address || below.startsWith(`${address}/`))

/** The question in the address of one of these screens, for a link to another. */
export const carriedQuestion = (below: string, search: Search) => {
  if (!isAsking(below)) return ''
  const { timeframe, filters, metric_filters } = search
  return stringifySearch({ timeframe, filters, metric_filters })
}
