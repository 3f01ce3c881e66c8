import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type ActivityEvent, useActivity } from '@playhead/features/activity/events/web'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import { useParam, useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { type AssetStatus, assetStatuses } from '@playhead/domain/video.ts'
import { assets } from '../contract.ts'
import type { Asset } from './asset-facts.ts'
import { emptyList, applyFetchedPage, applyEvent, showNewEntries } from './live-list.ts'

/** ASST-002 */
export const assetsPageSize = 25
/** The progress of assets in preparation has no events, so it is polled. */
const progressEveryMs = 3_000

const types = ['created', 'ready', 'errored', 'updated', 'deleted'].map(
  (word) => `video.asset.${word}`,
)

const columns = ['created_at', 'title', 'duration', 'status'] as const
type OrderColumn = (typeof columns)[number]

const usual = { column: 'created_at', direction: 'desc' } as const

const useAssetQuestion = () => {
  const q = useSearchValue('q') ?? ''
  const wantedStatus = useSearchValue('status')
  const wantedColumn = useSearchValue('order')
  const status = assetStatuses.find((known) => known === wantedStatus)
  const column = columns.find((known) => known === wantedColumn) ?? usual.column
  const direction = useSearchValue('direction') === 'asc' ? 'asc' : 'desc'
  const setSearch = useSetSearch()
  const change = (changes: Record<string, string | undefined>, options?: { replace: boolean }) =>
    setSearch({ ...changes, page: undefined }, options)
  return {
    q,
    status,
    sort: { column, direction } satisfies Sort,
    isPlain: q === '' && !status && column === usual.column && direction === usual.direction,
    setQ: (text: string) => change({ q: text || undefined }, { replace: true }),
    setStatus: (next: AssetStatus | undefined) => change({ status: next }),
    setSort: (next: Sort) => {
      const isUsual = next.column === usual.column && next.direction === usual.direction
      change({
        order: isUsual ? undefined : next.column,
        direction: isUsual || next.direction === 'desc' ? undefined : next.direction,
      })
    },
    clear: () => change({ q: undefined, status: undefined }),
  }
}

export type AssetQuestion = ReturnType<typeof useAssetQuestion>

const isPreparing = ({ status }: Asset) => status === 'preparing'

/** A page of the server's list with the events since then. */
export const useAssets = () => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const question = useAssetQuestion()
  const paging = usePageParameter()
  const { page } = paging
  const { q, status, sort } = question
  const orderBy: OrderColumn = sort.column
  const list = useQuery({
    ...query(
      assets.list,
      {
        query: {
          page,
          limit: assetsPageSize,
          ...(q && { q }),
          ...(status && { status }),
          orderBy,
          orderDirection: sort.direction,
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isPreparing) ? progressEveryMs : false),
  })
  useExistingPage(paging, assetsPageSize, list)

  const pageName = [environmentId, page, q, status, orderBy, sort.direction].join(' ')
  const [live, setLive] = useState(emptyList)
  const [seen, setSeen] = useState<{ data: unknown; pageName: string }>()
  if (list.data && !list.isPlaceholderData && list.data !== seen?.data) {
    setSeen({ data: list.data, pageName })
    setLive(applyFetchedPage(live, list.data.data, seen?.pageName === pageName))
  }

  const takesNew = page === 1 && question.isPlain
  const onEvents = useCallback(
    (events: readonly ActivityEvent[]) => {
      setLive((before) =>
        events.reduce((now, event) => applyEvent(now, event, { environmentId, takesNew }), before),
      )
      if (events.some(({ type }) => type === 'video.asset.ready')) void invalidate(assets.prepared)
    },
    [environmentId, takesNew],
  )
  const onGap = useCallback(() => void invalidate(assets.list, assets.prepared), [])
  useActivity({ organizationId, environmentId, types, onEvents, onBegin: onGap, onGap })

  return {
    ...paging,
    question,
    list,
    rows: seen && live.entries.filter(({ isNew }) => !isNew).map(({ asset }) => asset),
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

export type AssetList = ReturnType<typeof useAssets>
