import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { errors } from '../contract.ts'

export const errorsPageSize = 25

const quiet = { quiet: true } as const

const useOrder = () => {
  const setSearch = useSetSearch()
  const column = useSearchValue('order_by') === 'last_seen' ? 'last_seen' : 'count'
  const direction = useSearchValue('order_direction') === 'asc' ? 'asc' : 'desc'
  const setSort = (next: Sort) =>
    setSearch({
      order_by: next.column === 'last_seen' ? next.column : undefined,
      order_direction: next.direction === 'asc' ? next.direction : undefined,
      page: undefined,
    })
  return { column, direction, setSort } as const
}

/** VIEW-016. For historical ranges only daily sums are stored, so no request is sent. */
export const useErrors = (state: QuestionState) => {
  const paging = usePageParameter()
  const { column, direction, setSort } = useOrder()
  const list = useQuery({
    ...query(
      errors.list,
      {
        query: {
          ...state.query,
          page: paging.page,
          limit: errorsPageSize,
          orderBy: column,
          orderDirection: direction,
        },
      },
      quiet,
    ),
    enabled: !state.resolved.isHistorical,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = list
  useExistingPage(paging, errorsPageSize, {
    data: data && { totalRowCount: data.totalRowCount ?? 0 },
    isPlaceholderData,
  })
  return { ...paging, list, sort: { column, direction } satisfies Sort, setSort }
}

export type ErrorList = ReturnType<typeof useErrors>
export type ErrorRow = NonNullable<ErrorList['list']['data']>['data'][number]

const isMissing = (error: unknown) => isCallError(error) && error.status === 404

/** One error in the timeframe; an error that did not occur in it is not a failure. */
export const useError = (state: QuestionState, id: string) => {
  const found = useQuery({
    ...query(errors.retrieve, { params: { id }, query: state.query }, quiet),
    enabled: !state.resolved.isHistorical,
    placeholderData: keepPreviousData,
  })
  return { ...found, isMissing: isMissing(found.error) }
}

export const useErrorTimeseries = (state: QuestionState, id: string) =>
  useQuery({
    ...query(errors.timeseries, { params: { id }, query: state.query }, quiet),
    enabled: !state.resolved.isHistorical,
    placeholderData: keepPreviousData,
  })

export type ErrorTimeseries = NonNullable<ReturnType<typeof useErrorTimeseries>['data']>
