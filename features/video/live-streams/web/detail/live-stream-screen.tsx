import { useEffect } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Loading, Skeleton, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useNavigate, useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { liveStreamTab } from '../slots.ts'
import { LiveStreamDetail } from './live-stream-detail.tsx'
import { ownTabs } from './own-tabs.tsx'
import { useLiveStream } from './use-live-stream.ts'

const Waiting = () => (
  <Loading label="Loading the live stream">
    <div className="flex flex-col gap-3">
      <Skeleton width={90} height={14} />
      <Skeleton width={320} height={30} />
      <Skeleton height={36} />
      <div className="grid gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Skeleton height={420} />
        <Card>
          <SkeletonLines count={8} />
        </Card>
      </div>
    </div>
  </Loading>
)

/** LIVE-014 */
const useLeave = (isMissing: boolean) => {
  const navigate = useNavigate()
  const list = usePath()('video/live-streams')
  useEffect(() => {
    if (!isMissing) return
    toasts.show({
      type: 'error',
      title: 'API Request Failed',
      description: 'Could not find that live stream.',
    })
    navigate(list, { replace: true })
  }, [isMissing, navigate, list])
}

/** LIVE-002, LIVE-014 */
export const Screen = () => {
  const id = useParam('liveStreamId')?.trim() ?? ''
  const tab = useParam('tab')
  const path = usePath()
  const navigate = useNavigate()
  const tabs = useSlot(liveStreamTab, ownTabs)
  const known = tabs.find(({ address }) => address === tab)
  const { stream, isDeleted, isMissing, failure, isFetching, refetch } = useLiveStream(id)
  useLeave(isMissing)
  const elsewhere = known || isMissing ? undefined : path(`video/live-streams/${id}/monitor`)
  useEffect(() => {
    if (elsewhere !== undefined) navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])

  if (isMissing) return null
  if (failure)
    return (
      <>
        <PageHeader
          title="Live stream"
          breadcrumbs={[{ label: 'Live Streams', href: path('video/live-streams') }]}
        />
        <Card isFailing>
          <FailedState message={failure.message} isRetrying={isFetching} onRetry={refetch} />
        </Card>
      </>
    )
  if (!stream) return <Waiting />
  return (
    <LiveStreamDetail
      stream={stream}
      isDeleted={isDeleted}
      tabs={tabs}
      tab={known ?? ownTabs[0]!}
    />
  )
}
