import { serverCheck } from '@playhead/features/operations/server-alerts/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { billing } from '../contract.ts'
import { checkCaps } from './cap/check-cap.ts'
import { refuseDeliveryAtCap, refuseNewAtCap } from './cap/refuse-at-cap.ts'
import { retrieveCap } from './cap/retrieve-cap.ts'
import { updateCap } from './cap/update-cap.ts'
import { checkLimits } from './limits/check-limits.ts'
import { checkVideos } from './limits/check-videos.ts'
import { watchLimits } from './limits/watch-limits.ts'
import { retrieveBilling } from './retrieve-billing.ts'

export const billingServer = feature('billing', {
  endpoints: [implement(billing, { retrieve: retrieveBilling, retrieveCap, updateCap })],
  parts: [
    checkVideos,
    refuseNewAtCap,
    refuseDeliveryAtCap,
    serverCheck({ order: 45, name: 'plans', title: 'Plans', keptSeconds: 60, read: checkLimits }),
  ],
  schedules: [watchLimits, checkCaps],
})
