import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { dimensionEndpoints } from '../contract.ts'
import { lastDay } from './last-day.ts'
import { advancedDimensions, basicDimensions } from './offered-dimensions.ts'

export const listDimensions: Handlers<typeof dimensionEndpoints>['list'] = async ({ app }) => ({
  data: { basic: basicDimensions, advanced: advancedDimensions },
  timeframe: lastDay(app),
  total_row_count: basicDimensions.length + advancedDimensions.length,
})
