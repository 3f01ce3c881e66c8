import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { billing } from '../contract.ts'
import { checkVideos } from './limits/check-videos.ts'
import { watchLimits } from './limits/watch-limits.ts'
import { retrieveBilling } from './retrieve-billing.ts'

export const billingServer = feature('billing', {
  endpoints: [implement(billing, { retrieve: retrieveBilling })],
  parts: [checkVideos],
  schedules: [watchLimits],
})
