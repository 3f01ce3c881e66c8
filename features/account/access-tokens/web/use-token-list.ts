import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLink } from '@playhead/ui/page-link.ts'
import type { Sort } from '@playhead/ui/sort.ts'
import { useLocation, useSearchValue, useSetSearch } from '@playhead/web-kit/navigation.ts'
import { query } from '@playhead/web-kit/query.ts'
import { accessTokenLimits, accessTokens } from '../contract.ts'

const pageOf = (text: string | undefined) => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 ? page : 1
}

/** The list and what decides it, all of it in the address. ACCT-062, ACCT-063 */
export const useTokenList = () => {
  const { href } = useLocation()
  const setSearch = useSetSearch()
  const page = pageOf(useSearchValue('page'))
  const direction = useSearchValue('order_direction') === 'asc' ? 'asc' : 'desc'
  const isRevokedShown = useSearchValue('show_revoked') === 'true'
  const list = useQuery({
    ...query(
      accessTokens.list,
      {
        query: {
          page,
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
  const sort: Sort = { column: 'created_at', direction }
  return {
    list,
    page,
    sort,
    isRevokedShown,
    hrefFor: (number: number) => pageLink(href, number),
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
