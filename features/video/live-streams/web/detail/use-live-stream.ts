import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ActivityEvent, useActivity } from '@playhead/features/activity/events/web'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'

const isAbout = (id: string) => (event: ActivityEvent) =>
  event.object.id === id || event.data['live_stream_id'] === id

const readAgain = () => void invalidate(liveStreams.retrieve, liveStreams.events, liveStreams.logs)

/** One live stream, kept up to date. When it disappears it shows as deleted, not as unknown. LIVE-019 */
export const useLiveStream = (id: string) => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const [deletedId, setDeletedId] = useState<string>()
  const isDeletedByEvent = deletedId === id
  const stream = useQuery({
    ...query(liveStreams.retrieve, { params: { id } }, { quiet: true }),
    enabled: !isDeletedByEvent,
  })
  const onEvents = useCallback(
    (events: readonly ActivityEvent[]) => {
      const ours = events.filter(isAbout(id))
      if (ours.some(({ type }) => type === 'video.live_stream.deleted')) setDeletedId(id)
      else if (ours.length > 0) readAgain()
    },
    [id],
  )
  useActivity({ organizationId, environmentId, onEvents, onBegin: readAgain, onGap: readAgain })
  const isMissing = isCallError(stream.error) && stream.error.status === 404
  return {
    stream: stream.data?.data,
    isDeleted: isDeletedByEvent || (stream.data !== undefined && isMissing),
    isMissing: isMissing && stream.data === undefined,
    failure: stream.isLoadingError ? stream.error : undefined,
    isFetching: stream.isFetching,
    refetch: () => void stream.refetch(),
  }
}
