import type { FilterSource } from '@playhead/question-kit/filter-bar/filter-source.ts'
import type { MonitoringView } from './monitoring-view.ts'
import { breakdown, isMonitoringDimension } from './questions.ts'
import { filterDimensions, filtersMax, filtersUsedUpText } from './use-monitoring-filters.ts'
import { monitoringQuery } from './use-monitoring.ts'

const offeredMax = 1_000

/** Offers what is watched at the shown time, so that a title can be chosen while its first viewers watch it. MONI-007 */
export const liveFilterSource = (
  view: Pick<MonitoringView, 'shown' | 'filters'>,
): FilterSource => ({
  dimensions: filterDimensions,
  counted: 'viewers',
  max: filtersMax,
  usedUpText: filtersUsedUpText,
  valuesQuery: (dimension, filters) => {
    const question = breakdown({
      metric: 'current-concurrent-viewers',
      dimension: isMonitoringDimension(dimension) ? dimension : 'country',
      limit: offeredMax,
    })
    const { queryKey, queryFn, ...rest } = monitoringQuery(question, { ...view, filters })
    return {
      ...rest,
      queryKey: [...queryKey, 'values'],
      queryFn: async (context) => {
        const { data } = await queryFn(context)
        return {
          data: data.rows.map(({ value, viewers }) => ({ value, totalCount: viewers })),
          totalRowCount: data.total,
        }
      },
    }
  },
})
