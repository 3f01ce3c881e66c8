import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { subviews } from '../contract.ts'
import { compareSubviews } from './compare-subviews.ts'
import { listDimensionValues } from './list-dimension-values.ts'
import { listDimensions } from './list-dimensions.ts'
import { readBreakdownTimeseries } from './read-breakdown-timeseries.ts'
import { readBreakdown } from './read-breakdown.ts'
import { readOverall } from './read-overall.ts'

export const subviewsServer = feature('subviews', {
  endpoints: [
    implement(subviews, {
      overall: readOverall,
      breakdown: readBreakdown,
      comparison: compareSubviews,
      breakdownTimeseries: readBreakdownTimeseries,
      listDimensions,
      listDimensionValues,
    }),
  ],
})
