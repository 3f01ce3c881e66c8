import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { collector, ledgerSpans } from '../contract.ts'

export type LedgerSpan = (typeof ledgerSpans)[number]

export const ledgerPageSize = pageLimits.defaultLimit
const usualSpan: LedgerSpan = '24:hours'
const quiet = { quiet: true } as const
/** Polls only while the page is visible: hidden pages send no requests. */
const live = { refetchInterval: 5_000, placeholderData: keepPreviousData } as const

export const useSpan = () => {
  const setSearch = useSetSearch()
  const given = useSearchValue('timeframe')
  return {
    span: ledgerSpans.find((span) => span === given) ?? usualSpan,
    setSpan: (span: LedgerSpan) =>
      setSearch(
        { timeframe: span === usualSpan ? undefined : span, page: undefined },
        { replace: true },
      ),
  }
}

export const useStatus = (timeframe: LedgerSpan) =>
  useQuery({ ...query(collector.retrieveStatus, { query: { timeframe } }, quiet), ...live })

export type CollectorStatus = NonNullable<ReturnType<typeof useStatus>['data']>['data']

export const useLedger = (timeframe: LedgerSpan) => {
  const paging = usePageParameter()
  const list = useQuery({
    ...query(
      collector.listLedger,
      { query: { timeframe, page: paging.page, limit: ledgerPageSize } },
      quiet,
    ),
    ...live,
  })
  useExistingPage(paging, ledgerPageSize, list)
  return { ...paging, list }
}

export type LedgerRow = NonNullable<ReturnType<typeof useLedger>['list']['data']>['data'][number]

export const useRejections = (timeframe: LedgerSpan) =>
  useQuery({
    ...query(collector.listRejections, { query: { timeframe, limit: 20 } }, quiet),
    ...live,
  })

export type RejectionRow = NonNullable<ReturnType<typeof useRejections>['data']>['data'][number]

export const useConformance = (id: string | undefined) =>
  useQuery({
    ...query(collector.readConformance, { params: { id: id ?? '' } }, quiet),
    enabled: id !== undefined,
    refetchInterval: 30_000,
  })

export type PlayerReport = NonNullable<ReturnType<typeof useConformance>['data']>['data'][number]
