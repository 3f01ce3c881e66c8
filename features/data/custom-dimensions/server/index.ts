import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { customDimensions } from '../contract.ts'
import { listCustomDimensions } from './list-custom-dimensions.ts'
import { saveCustomDimensions } from './save-custom-dimensions.ts'

export { nameCustomDimension } from './name-custom-dimension.ts'
export { customDimensionsOf } from './custom-dimensions-of.ts'

export const customDimensionsServer = feature('custom-dimensions', {
  endpoints: [
    implement(customDimensions, {
      list: listCustomDimensions,
      save: saveCustomDimensions,
    }),
  ],
})
