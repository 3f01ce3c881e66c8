import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { operator } from '../contract.ts'

export const mailPageSize = pageLimits.defaultLimit

/** The outbox; the address holds which mail is open. */
export const useOutbox = () => {
  const paging = usePageParameter()
  const setSearch = useSetSearch()
  const openedId = useSearchValue('mail')
  const list = useQuery({
    ...query(
      operator.listMail,
      { query: { page: paging.page, limit: mailPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, mailPageSize, list)
  return {
    ...paging,
    list,
    opened: list.data?.data.find(({ id }) => id === openedId),
    open: (id: string | undefined) => setSearch({ mail: id }),
  }
}

export type OutboxMail = NonNullable<ReturnType<typeof useOutbox>['opened']>
