import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ActivityEvent, useActivity } from '@playhead/features/activity/events/web'
import { useParam, useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { liveStreams, liveStreamStatuses, type LiveStreamStatus } from '../../contract.ts'
import { applyEvent, applyFetchedPage, emptyList, showNewEntries } from './live-list.ts'

/** LIVE-001 */
export const liveStreamsPageSize = 25

const types = [
  'created',
  'connected',
  'recording',
  'active',
  'disconnected',
  'idle',
  'updated',
  'enabled',
  'disabled',
  'deleted',
].map((word) => `video.live_stream.${word}`)

/** A page of the server's list with the events since then. */
export const useLiveStreams = () => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const wanted = useSearchValue('status')
  const status = liveStreamStatuses.find((known) => known === wanted)
  const setSearch = useSetSearch()
  const paging = usePageParameter()
  const { page } = paging
  const list = useQuery({
    ...query(
      liveStreams.list,
      { query: { page, limit: liveStreamsPageSize, ...(status && { status }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, liveStreamsPageSize, list)

  const pageName = [environmentId, page, status].join(' ')
  const [live, setLive] = useState(emptyList)
  const [seen, setSeen] = useState<{ data: unknown; pageName: string }>()
  if (list.data && !list.isPlaceholderData && list.data !== seen?.data) {
    setSeen({ data: list.data, pageName })
    setLive(applyFetchedPage(live, list.data.data, seen?.pageName === pageName))
  }

  const takesNew = page === 1 && status === undefined
  const onEvents = useCallback(
    (events: readonly ActivityEvent[]) =>
      setLive((before) =>
        events.reduce((now, event) => applyEvent(now, event, { environmentId, takesNew }), before),
      ),
    [environmentId, takesNew],
  )
  const onGap = useCallback(() => void invalidate(liveStreams.list), [])
  useActivity({ organizationId, environmentId, types, onEvents, onBegin: onGap, onGap })

  return {
    ...paging,
    status,
    setStatus: (next: LiveStreamStatus | undefined) => setSearch({ status: next, page: undefined }),
    list,
    rows: seen && live.entries.filter(({ isNew }) => !isNew),
    newCount: live.entries.filter(({ isNew }) => isNew).length,
    totalCount: list.data && Math.max(0, list.data.totalRowCount + live.countChange),
    isTrimmed: live.isTrimmed,
    showNew: () => setLive(showNewEntries),
    showAll: () => {
      setLive(emptyList)
      setSeen(undefined)
      void list.refetch()
    },
  }
}

export type LiveStreamList = ReturnType<typeof useLiveStreams>
