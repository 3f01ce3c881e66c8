import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { retentionDaysOf } from '@playhead/question-kit/timeframe/timeframe.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { views } from '../contract.ts'

/** VIEW-003 */
export const viewsPageSize = 25
/** VIEW-005 */
const failedText = 'Error: Request Failed'
const quiet = { quiet: true } as const

export type Direction = 'asc' | 'desc'

interface ViewSearch {
  errorId?: string | undefined
  /** The id of a view or a viewer, or a part of a title. */
  text?: string | undefined
  direction?: Direction
  /** The URL parameter for the page. */
  pageName?: string
}

/** VIEW-004. For historical ranges only sums are stored, so no request is sent. */
export const useViews = (state: QuestionState, search: ViewSearch = {}) => {
  const { errorId, text, direction = 'desc', pageName } = search
  const paging = usePageParameter(pageName)
  const list = useQuery({
    ...query(
      views.list,
      {
        query: {
          ...state.query,
          ...(errorId !== undefined && { errorId }),
          ...(text !== undefined && { search: text }),
          orderDirection: direction,
          page: paging.page,
          limit: viewsPageSize,
        },
      },
      quiet,
    ),
    enabled: !state.resolved.isHistorical,
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, viewsPageSize, list)
  return { ...paging, list }
}

export type ViewList = ReturnType<typeof useViews>
export type ListedView = NonNullable<ViewList['list']['data']>['data'][number]

export const failureOf = ({ list }: ViewList) =>
  list.isError && !list.data
    ? { message: failedText, onRetry: () => void list.refetch() }
    : undefined

/** VIEW-006: whether the environment has any view at all; requested only when a list is empty. */
export const useHasViews = (isAsked: boolean) => {
  const flags = useFlags()
  const days = Math.min(retentionDaysOf({ ...flags, historicalMetrics: false }), 100)
  const { data } = useQuery({
    ...query(views.list, { query: { timeframe: [`${days}:days`], limit: 1 } }, quiet),
    enabled: isAsked,
  })
  return data ? data.totalRowCount > 0 : undefined
}

export const useView = (id: string) =>
  useQuery({ ...query(views.retrieve, { params: { id } }, quiet), enabled: id !== '' })

export type ViewDetail = NonNullable<ReturnType<typeof useView>['data']>['data']
