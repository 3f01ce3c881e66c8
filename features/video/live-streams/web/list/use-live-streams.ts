import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type HostedKind, pageSize, useLiveList } from '@playhead/features/video/hosted-screens/web'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { liveStreams, liveStreamStatuses, type LiveStreamStatus } from '../../contract.ts'
import { type LiveStream, liveStreamOfEvent } from '../live-stream-facts.ts'

/** LIVE-017, LIVE-019 */
const kind: HostedKind<LiveStream> = {
  prefix: 'video.live_stream',
  changes: [
    'connected',
    'recording',
    'active',
    'disconnected',
    'idle',
    'updated',
    'enabled',
    'disabled',
  ],
  ofEvent: liveStreamOfEvent,
  keepsDeleted: true,
}

const readAgain = () => void invalidate(liveStreams.list)

/** A page of the server's list with the events since then. */
export const useLiveStreams = () => {
  const wanted = useSearchValue('status')
  const status = liveStreamStatuses.find((known) => known === wanted)
  const setSearch = useSetSearch()
  const paging = usePageParameter()
  const list = useQuery({
    ...query(
      liveStreams.list,
      { query: { page: paging.page, limit: pageSize, ...(status && { status }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  const hosted = useLiveList({
    kind,
    paging,
    list,
    question: [status],
    isPlain: status === undefined,
    onGap: readAgain,
  })
  return {
    status,
    setStatus: (next: LiveStreamStatus | undefined) => setSearch({ status: next, page: undefined }),
    hosted,
  }
}

export type StatusQuestion = Omit<ReturnType<typeof useLiveStreams>, 'hosted'>
