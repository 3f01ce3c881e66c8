import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { pageLink } from '@playhead/ui/page-link.ts'
import { useLocation, useSearchValue, useSetSearch } from '@playhead/web-kit/navigation.ts'
import { query } from '@playhead/web-kit/query.ts'
import { operator } from '../contract.ts'
import { pageOf } from './page-parameter.ts'

export const mailPageSize = pageLimits.defaultLimit

/** The outbox; which mail is open stands in the address. */
export const useOutbox = () => {
  const { href } = useLocation()
  const setSearch = useSetSearch()
  const page = pageOf(useSearchValue('page'))
  const openedId = useSearchValue('mail')
  const list = useQuery({
    ...query(operator.listMail, { query: { page, limit: mailPageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return {
    list,
    page,
    hrefFor: (number: number) => pageLink(href, number),
    opened: list.data?.data.find(({ id }) => id === openedId),
    open: (id: string | undefined) => setSearch({ mail: id }),
  }
}

export type OutboxMail = NonNullable<ReturnType<typeof useOutbox>['opened']>
