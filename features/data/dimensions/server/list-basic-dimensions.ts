import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { dimensionEndpoints } from '../contract.ts'
import { lastDay } from './last-day.ts'
import { basicDimensions } from './offered-dimensions.ts'

export const listBasicDimensions: Handlers<typeof dimensionEndpoints>['listBasic'] = async ({
  app,
}) => ({
  data: { basic: basicDimensions, advanced: [] },
  timeframe: lastDay(app),
  total_row_count: basicDimensions.length,
})
