import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActivityEvent } from '@playhead/features/activity/events/web'
import { type HostedKind, pageSize, useLiveList } from '@playhead/features/video/hosted-screens/web'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { type AssetStatus, assetStatuses } from '@playhead/domain/video.ts'
import { assets } from '../contract.ts'
import { type Asset, assetOfEvent } from './asset-facts.ts'

/** The progress of assets in preparation has no events, so it is polled. */
const progressEveryMs = 3_000

/** ASST-016, ASST-019, ASST-020 */
const kind: HostedKind<Asset> = {
  prefix: 'video.asset',
  changes: ['ready', 'errored', 'updated', 'live_stream_completed'],
  ofEvent: assetOfEvent,
  keepsDeleted: false,
}

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

const readAgain = () => void invalidate(assets.list, assets.prepared)

const countPrepared = (events: readonly ActivityEvent[]) => {
  if (events.some(({ type }) => type === 'video.asset.ready')) void invalidate(assets.prepared)
}

/** A page of the server's list with the events since then. */
export const useAssets = () => {
  const question = useAssetQuestion()
  const paging = usePageParameter()
  const { q, status, sort, isPlain } = question
  const orderBy: OrderColumn = sort.column
  const list = useQuery({
    ...query(
      assets.list,
      {
        query: {
          page: paging.page,
          limit: pageSize,
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
  const hosted = useLiveList({
    kind,
    paging,
    list,
    question: [q, status, orderBy, sort.direction],
    isPlain,
    onGap: readAgain,
    onEvents: countPrepared,
  })
  return { question, hosted }
}
