import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { customDimensions } from '../contract.ts'
import { customDimensionsOf } from './custom-dimensions-of.ts'
import { saveCustomDimensions } from './save-custom-dimensions.ts'

export { customDimensionsOf } from './custom-dimensions-of.ts'

export const customDimensionsServer = feature('custom-dimensions', {
  endpoints: [
    implement(customDimensions, {
      list: async ({ environment }) => {
        const data = await customDimensionsOf(environment)
        return { data, total_row_count: data.length }
      },
      save: saveCustomDimensions,
    }),
  ],
})
