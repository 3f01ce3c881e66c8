import { type Search, stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'

/** The timeframe and filters of an address, for a link to another screen that has them. */
export const questionOf = ({ timeframe, filters, metric_filters }: Search) =>
  stringifySearch({ timeframe, filters, metric_filters })
