import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Sort } from '@playhead/ui/tables/sort.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { accessTokenLimits, accessTokens } from '../contract.ts'

/** The list of tokens; page, sorting and filters are in the address. ACCT-062, ACCT-063 */
export const useTokenList = () => {
  const paging = usePageParameter()
  const setSearch = useSetSearch()
  const direction = useSearchValue('order_direction') === 'asc' ? 'asc' : 'desc'
  const isRevokedShown = useSearchValue('show_revoked') === 'true'
  const list = useQuery({
    ...query(
      accessTokens.list,
      {
        query: {
          page: paging.page,
          limit: accessTokenLimits.pageSize,
          orderBy: 'created_at',
          orderDirection: direction,
          showRevoked: isRevokedShown,
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, accessTokenLimits.pageSize, list)
  const sort: Sort = { column: 'created_at', direction }
  return {
    ...paging,
    list,
    sort,
    isRevokedShown,
    setSort: (next: Sort) =>
      setSearch({
        order_direction: next.direction === 'asc' ? 'asc' : undefined,
        page: undefined,
      }),
    toggleRevoked: () =>
      setSearch({ show_revoked: isRevokedShown ? undefined : 'true', page: undefined }),
  }
}

export type Token = NonNullable<ReturnType<typeof useTokenList>['list']['data']>['data'][number]
