import { HostedDetail } from '@playhead/features/video/hosted-screens/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { type LiveStream, stateOf, titleOf } from '../live-stream-facts.ts'
import { LiveStreamStatus } from '../live-stream-status.tsx'
import type { LiveStreamTab } from '../slots.ts'
import { BroadcastClock } from './broadcast-clock.tsx'
import { StreamActions } from './stream-actions.tsx'

interface LiveStreamDetailProps {
  stream: LiveStream
  isDeleted: boolean
  tabs: readonly LiveStreamTab[]
  tab: LiveStreamTab
}

/** Undefined is not shown; no targets are no number. */
const countOf = (address: string, { simulcastTargets = [] }: LiveStream) =>
  address === 'simulcast' && simulcastTargets.length > 0 ? simulcastTargets.length : undefined

/** LIVE-002 */
export const LiveStreamDetail = ({ stream, isDeleted, tabs, tab }: LiveStreamDetailProps) => {
  const path = usePath()
  return (
    <HostedDetail
      noun="live stream"
      title={titleOf(stream)}
      crumb={{ label: 'Live Streams', href: path('video/live-streams') }}
      meta={
        <>
          <LiveStreamStatus state={isDeleted ? 'deleted' : stateOf(stream)}>
            {stream.activeAssetId !== undefined && (
              <BroadcastClock assetId={stream.activeAssetId} />
            )}
          </LiveStreamStatus>
          {stream.test && <Badge>Test</Badge>}
        </>
      }
      actions={!isDeleted && <StreamActions stream={stream} />}
      deleted={
        isDeleted
          ? 'This live stream was deleted. Its key no longer works. Its recordings stay in the assets.'
          : undefined
      }
      tabs={tabs.map((one) => ({ ...one, count: countOf(one.address, stream) }))}
      selected={tab.address}
      hrefOf={(address) => path(`video/live-streams/${stream.id}/${address}`)}
    >
      <tab.Part stream={stream} />
    </HostedDetail>
  )
}
