import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { dimensionEndpoints } from '../contract.ts'
import {
  describeBasicDimensions,
  describeDimensions,
  listBasicDimensions,
  listDimensions,
} from './list-dimensions.ts'
import { listDimensionValues, listTraceElements } from './list-values.ts'

export const dimensionsServer = feature('dimensions', {
  endpoints: [
    implement(dimensionEndpoints, {
      list: listDimensions,
      listBasic: listBasicDimensions,
      describe: describeDimensions,
      describeBasic: describeBasicDimensions,
      listValues: listDimensionValues,
      listNamedValues: listDimensionValues,
      listElements: listTraceElements,
      listFilters: listDimensions,
      listFilterValues: listDimensionValues,
    }),
  ],
})
