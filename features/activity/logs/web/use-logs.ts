import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { listedMax } from '@playhead/features/activity/events/contract'
import { keptAliases } from '@playhead/features/activity/events/web'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { logs, logsMethods } from '../contract.ts'
import { useNewCalls } from './use-new-calls.ts'

const filterNames = ['status', 'method', 'route', 'caller', 'q', 'request_id', 'timeframe'] as const
type FilterName = (typeof filterNames)[number]

const isStatus = (text: string) => /^[1-5](xx|\d\d)$/.test(text)

const useLogFilters = () => {
  const status = useSearchValue('status')
  const method = useSearchValue('method')
  const timeframe = useSearchValue('timeframe')
  return {
    status: status !== undefined && isStatus(status) ? status : undefined,
    method: logsMethods.find((known) => known === method),
    route: useSearchValue('route'),
    caller: useSearchValue('caller'),
    q: useSearchValue('q'),
    requestId: useSearchValue('request_id'),
    timeframe: keptAliases.find((alias) => alias === timeframe),
  }
}

const awaitedEveryMs = 1000

/** A page of calls with the filters of the address. */
export const useLogs = () => {
  const setSearch = useSetSearch()
  const filters = useLogFilters()
  const { status, method, route, caller, q, requestId, timeframe } = filters
  const paging = usePageParameter()
  const filter = {
    ...(status && { status: [status] }),
    ...(method && { method: [method] }),
    ...(route && { route }),
    ...(caller && { callerId: caller }),
    ...(q && { q }),
    ...(requestId && { requestId }),
    ...(timeframe && { timeframe: [timeframe] }),
  }
  const list = useQuery({
    ...query(
      logs.list,
      {
        query: {
          page: Math.min(paging.page, listedMax / pageLimits.defaultLimit),
          limit: pageLimits.defaultLimit,
          facets: false,
          ...filter,
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    // The call of an error that was just shown is logged within half a second.
    refetchInterval: ({ state }) =>
      requestId && state.data?.data.length === 0 ? awaitedEveryMs : false,
  })
  // Asked apart: counting a month of calls takes longer than listing the newest.
  const counts = useQuery({
    ...query(logs.list, { query: { limit: 1, ...filter } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const newItems = useNewCalls({
    filter,
    shown: paging.page === 1 && !list.isPlaceholderData && !requestId ? list.data?.data : undefined,
  })
  const total = list.data && Math.min(list.data.totalRowCount, listedMax)
  useExistingPage(paging, pageLimits.defaultLimit, {
    data: total === undefined ? undefined : { totalRowCount: total },
    isPlaceholderData: list.isPlaceholderData,
  })
  return {
    ...paging,
    filters,
    list,
    /** How many calls have each value; undefined until they are counted. */
    facets: counts.data?.facets,
    newItems,
    refresh: () => {
      void list.refetch()
      void counts.refetch()
    },
    isFiltered: Object.values(filters).some(Boolean),
    setFilter: (name: FilterName, value: string | undefined) =>
      setSearch({ [name]: value, page: undefined }),
    clear: () =>
      setSearch({
        ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
        page: undefined,
      }),
  }
}

export type LogList = ReturnType<typeof useLogs>
