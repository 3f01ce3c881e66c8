import { Suspense } from 'react'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { type LiveStream, stateOf, titleOf } from '../live-stream-facts.ts'
import { LiveStreamStatus } from '../live-stream-status.tsx'
import type { LiveStreamTab } from '../slots.ts'
import { BroadcastClock } from './broadcast-clock.tsx'
import { waitingTab } from './own-tabs.tsx'
import { StreamActions } from './stream-actions.tsx'

interface LiveStreamDetailProps {
  stream: LiveStream
  isDeleted: boolean
  tabs: readonly LiveStreamTab[]
  tab: LiveStreamTab
}

const targetCountOf = ({ simulcastTargets = [] }: LiveStream) =>
  simulcastTargets.length === 0 ? {} : { count: simulcastTargets.length }

/** LIVE-002 */
export const LiveStreamDetail = ({ stream, isDeleted, tabs, tab }: LiveStreamDetailProps) => {
  const path = usePath()
  useTitle(`Video | ${titleOf(stream)}`)
  return (
    <>
      <PageHeader
        title={titleOf(stream)}
        breadcrumbs={[{ label: 'Live Streams', href: path('video/live-streams') }]}
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
      >
        {!isDeleted && <StreamActions stream={stream} />}
      </PageHeader>
      {isDeleted ? (
        <FormMessage tone="info">
          This live stream was deleted. Its key is worth nothing any more; its recordings stay in
          the assets.
        </FormMessage>
      ) : (
        <Stack gap={3}>
          <LinkTabs
            label="Parts of the live stream"
            selectedId={tab.address}
            tabs={tabs.map(({ address, title }) => ({
              id: address,
              label: title,
              href: path(`video/live-streams/${stream.id}/${address}`),
              ...(address === 'simulcast' && targetCountOf(stream)),
            }))}
          />
          <Suspense key={tab.address} fallback={waitingTab}>
            <tab.Part stream={stream} />
          </Suspense>
        </Stack>
      )}
    </>
  )
}
