import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { broadcasts } from '../contract.ts'
import { clearConnections } from './clear-connections.ts'
import { clearRefusals } from './clear-refusals.ts'
import { followAssets } from './follow-assets.ts'
import { readStreamHealth } from './health/read-stream-health.ts'
import { readStreamMetadata } from './health/read-stream-metadata.ts'
import { listIngestAddresses } from './list-ingest-addresses.ts'
import { listLiveConnections } from './list-live-connections.ts'
import { listLiveRefusals } from './list-live-refusals.ts'
import { startListening } from './listen.ts'

export const broadcastsServer = feature('broadcasts', {
  endpoints: [
    implement(broadcasts, {
      streamHealth: readStreamHealth,
      streamMetadata: readStreamMetadata,
      refusals: listLiveRefusals,
      connections: listLiveConnections,
      ingest: listIngestAddresses,
    }),
  ],
  listeners: [{ name: 'encoders', start: startListening }],
  schedules: [clearConnections, clearRefusals],
  parts: [followAssets],
})

export {
  ingestPortsOf,
  liveChangesOf,
  liveOfAsset,
  liveOfStream,
  type LiveView,
} from './live-registry.ts'
export { liveFigures } from './live-figures.ts'
export { startListening } from './listen.ts'
export { recoverLost } from './run/recover.ts'
