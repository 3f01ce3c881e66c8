import { subviewAttributes, viewDimensionsOfSubviews } from '@playhead/metrics/subviews.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { subviews } from '../contract.ts'

export const listDimensions: Handlers<typeof subviews>['listDimensions'] = async ({
  params: { type },
}) => ({
  data: { subview: [...subviewAttributes[type]], view: viewDimensionsOfSubviews(type) },
  total_row_count: null,
})
