import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { customDimensions } from '../contract.ts'
import { customDimensionsOf } from './custom-dimensions-of.ts'

export const listCustomDimensions: Handlers<typeof customDimensions>['list'] = async ({
  environment,
}) => {
  const data = await customDimensionsOf(environment)
  return { data, total_row_count: data.length }
}
