import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { annotations } from '../contract.ts'

export interface NotedMoment {
  id: string
  /** Milliseconds since 1970. */
  time: number
  note: string
  subPropertyId: string | null
}

const pageSize = 100
/** With more notes than these pages hold, a chart would be solid black. */
const pagesMax = 10

const pageOf = (timeframe: string[], page: number) =>
  query(
    annotations.list,
    { query: { timeframe, page, limit: pageSize, orderDirection: 'desc' } },
    { quiet: true },
  )

const none: string[] = []

type Page = CallResponse<typeof annotations.list>

// One function for all renders, so that an unchanged list keeps its identity.
const rowsOf = (answers: readonly { data: Page | undefined }[]) =>
  answers.flatMap(({ data }) => data?.data ?? [])

/** METR-098: the notes within a timeframe, latest first. */
export const useAnnotations = (timeframe: string[] = none, { isEnabled = true } = {}) => {
  const first = useQuery({ ...pageOf(timeframe, 1), enabled: isEnabled })
  const pageCount = Math.min(Math.ceil((first.data?.totalRowCount ?? 0) / pageSize), pagesMax)
  const rest = useQueries({
    queries: Array.from({ length: Math.max(pageCount - 1, 0) }, (_, index) =>
      pageOf(timeframe, index + 2),
    ),
    combine: rowsOf,
  })
  const list = useMemo(
    () =>
      [...(first.data?.data ?? []), ...rest].map(
        ({ id, date, note, subPropertyId }): NotedMoment => ({
          id,
          time: Date.parse(date),
          note,
          subPropertyId,
        }),
      ),
    [first.data, rest],
  )
  return { list, isLoading: first.isLoading, error: first.error }
}

const parameter = 'annotations'

/** METR-019: shown unless the URL says otherwise. */
export const useAnnotationsShown = () => {
  const isShown = useSearchValue(parameter) !== 'off'
  const setSearch = useSetSearch()
  return {
    isShown,
    setShown: (isOn: boolean) => setSearch({ [parameter]: isOn ? undefined : 'off' }),
  }
}
