import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { subviews } from '../contract.ts'
import {
  breakdown,
  breakdownTimeseries,
  comparison,
  listDimensions,
  listDimensionValues,
  overall,
} from './read-subviews.ts'

export const subviewsServer = feature('subviews', {
  endpoints: [
    implement(subviews, {
      overall,
      breakdown,
      comparison,
      breakdownTimeseries,
      listDimensions,
      listDimensionValues,
    }),
  ],
})
