import { serverCheck } from '@playhead/features/operations/server-alerts/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { closeEnvironment } from './counting/close-environment.ts'
import { countUsage } from './counting/count-usage.ts'
import { followAssets } from './spans/follow-assets.ts'
import { checkUsage, correctLateHours, verifyHours } from './verify/check-usage.ts'
import { verifyUsageCommand } from './verify/verify-usage-command.ts'

export const usageServer = feature('usage', {
  parts: [
    followAssets,
    closeEnvironment,
    serverCheck({ order: 40, name: 'usage', title: 'Usage', read: checkUsage }),
  ],
  schedules: [countUsage, correctLateHours, verifyHours],
  commands: [verifyUsageCommand],
})
