import { useQuery } from '@tanstack/react-query'
import { events } from '@playhead/features/activity/events/contract'
import { foundOf, useDeletion } from '@playhead/features/video/hosted-screens/web'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'

const readAgain = () =>
  void invalidate(liveStreams.retrieve, liveStreams.events, liveStreams.logs, events.list)

/** One live stream, kept up to date. When it disappears it shows as deleted, not as unknown. LIVE-019 */
export const useLiveStream = (id: string) => {
  const type = 'video.live_stream.deleted'
  const isDeletedByEvent = useDeletion({ id, type, field: 'live_stream_id', readAgain })
  const stream = useQuery({
    ...query(liveStreams.retrieve, { params: { id } }, { quiet: true }),
    enabled: !isDeletedByEvent,
  })
  return foundOf(stream, isDeletedByEvent)
}
