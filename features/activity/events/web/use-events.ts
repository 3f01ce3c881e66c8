import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useParam, useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { events, listedMax } from '../contract.ts'
import type { ActivityEvent } from './live/activity-event.ts'
import { eventKinds, isOfKind } from './event-kinds.ts'
import { noNewItems, withNewItems } from './new-items.ts'
import { keptAliases } from './timeframe-select.tsx'
import { useActivity } from './live/use-activity.ts'

const useEventFilters = () => {
  const wanted = useSearchValue('type')
  const given = useSearchValue('timeframe')
  return {
    kind: eventKinds.find(({ value }) => value === wanted && value !== 'all')?.value,
    timeframe: keptAliases.find((alias) => alias === given),
    q: useSearchValue('q'),
    requestId: useSearchValue('request_id'),
  }
}

/** A page of events, and how many came in since it was read. ACTV-007 */
export const useEvents = () => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const setSearch = useSetSearch()
  const filters = useEventFilters()
  const { kind, timeframe, q, requestId } = filters
  const paging = usePageParameter()
  const list = useQuery({
    ...query(
      events.list,
      {
        query: {
          page: Math.min(paging.page, listedMax / pageLimits.defaultLimit),
          limit: pageLimits.defaultLimit,
          ...(kind && { types: [kind] }),
          ...(timeframe && { timeframe: [timeframe] }),
          ...(q && { q }),
          ...(requestId && { requestId }),
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  const total = list.data && Math.min(list.data.totalRowCount, listedMax)
  useExistingPage(paging, pageLimits.defaultLimit, {
    data: total === undefined ? undefined : { totalRowCount: total },
    isPlaceholderData: list.isPlaceholderData,
  })

  const listName = [environmentId, kind, q, requestId].join(' ')
  const [waiting, setWaiting] = useState({ listName, items: noNewItems })
  if (waiting.listName !== listName) setWaiting({ listName, items: noNewItems })
  const onEvents = useCallback(
    (happened: readonly ActivityEvent[]) => {
      const ids = happened
        .filter(({ environment }) => environment.id === environmentId)
        .filter(({ type }) => isOfKind(type, kind))
        .filter(({ id, object }) => !q || id === q || object.id === q)
        .map(({ id }) => id)
      // A call that has ended causes no more events.
      if (ids.length > 0 && !requestId)
        setWaiting((before) => ({ ...before, items: withNewItems(before.items, ids) }))
    },
    [environmentId, kind, q, requestId],
  )
  const onGap = useCallback(
    () => setWaiting((before) => ({ ...before, items: { ...before.items, hasMore: true } })),
    [],
  )
  useActivity({
    organizationId,
    environmentId,
    onEvents,
    onBegin: () => void list.refetch(),
    onGap,
  })

  const listed = new Set(list.data?.data.map(({ id }) => id))
  const { items } = waiting
  return {
    ...paging,
    ...filters,
    list,
    newItems: { ...items, ids: items.ids.filter((id) => !listed.has(id)) },
    isFiltered: Boolean(kind ?? timeframe ?? q ?? requestId),
    setKind: (value: string) =>
      setSearch({ type: value === 'all' ? undefined : value, page: undefined }),
    clear: () =>
      setSearch({
        type: undefined,
        timeframe: undefined,
        q: undefined,
        request_id: undefined,
        page: undefined,
      }),
    refresh: () => {
      setWaiting({ listName, items: noNewItems })
      if (paging.page === 1) void list.refetch()
      else setSearch({ page: undefined })
    },
  }
}

export type EventList = ReturnType<typeof useEvents>
