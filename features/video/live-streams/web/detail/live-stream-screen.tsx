import { FailedPage, useKnownTab, WaitingPage } from '@playhead/features/video/hosted-screens/web'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { liveStreamTab } from '../slots.ts'
import { LiveStreamDetail } from './live-stream-detail.tsx'
import { ownTabs } from './own-tabs.tsx'
import { useLeaveMissing } from './use-leave-missing.ts'
import { useLiveStream } from './use-live-stream.ts'

const columns = 'lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'

/** LIVE-002, LIVE-014 */
export const Screen = () => {
  const id = useParam('liveStreamId')?.trim() ?? ''
  const path = usePath()
  const tabs = useSlot(liveStreamTab, ownTabs)
  const { item: stream, isDeleted, isMissing, failure, isFetching, refetch } = useLiveStream(id)
  useLeaveMissing(isMissing)
  const tab = useKnownTab(tabs, isMissing ? undefined : path(`video/live-streams/${id}/monitor`))

  if (isMissing) return null
  if (failure)
    return (
      <FailedPage
        title="Live stream"
        crumb={{ label: 'Live Streams', href: path('video/live-streams') }}
        message={failure.message}
        isRetrying={isFetching}
        onRetry={refetch}
      />
    )
  if (!stream) return <WaitingPage noun="live stream" columns={columns} />
  return (
    <LiveStreamDetail stream={stream} isDeleted={isDeleted} tabs={tabs} tab={tab ?? ownTabs[0]!} />
  )
}
