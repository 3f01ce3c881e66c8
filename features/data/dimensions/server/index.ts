import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { dimensionEndpoints } from '../contract.ts'
import { describeBasicDimensions } from './describe-basic-dimensions.ts'
import { describeDimensions } from './describe-dimensions.ts'
import { glanceUsedDimensions } from './glance-used-dimensions.ts'
import { listBasicDimensions } from './list-basic-dimensions.ts'
import { listDimensionValues } from './list-dimension-values.ts'
import { listDimensions } from './list-dimensions.ts'
import { listTraceElements } from './list-trace-elements.ts'
import { listUsedDimensions } from './list-used-dimensions.ts'

export const dimensionsServer = feature('dimensions', {
  endpoints: [
    implement(dimensionEndpoints, {
      list: listDimensions,
      listBasic: listBasicDimensions,
      describe: describeDimensions,
      describeBasic: describeBasicDimensions,
      listUsed: listUsedDimensions,
      glanceUsed: glanceUsedDimensions,
      listValues: listDimensionValues,
      listNamedValues: listDimensionValues,
      listElements: listTraceElements,
      listFilters: listDimensions,
      listFilterValues: listDimensionValues,
    }),
  ],
})
