import { feature } from '@playhead/server-kit/feature.ts'
import { clearRefusals } from './clear-refusals.ts'
import { followAssets } from './follow-assets.ts'
import { startListening } from './listen.ts'

export const broadcastsServer = feature('broadcasts', {
  listeners: [{ name: 'encoders', start: startListening }],
  schedules: [clearRefusals],
  parts: [followAssets],
})

export { liveOfAsset, liveOfStream, type LiveView } from './live-registry.ts'
export { startListening } from './listen.ts'
