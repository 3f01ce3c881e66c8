import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { pageLink } from '@playhead/ui/page-link.ts'
import { useLocation, useSearchValue, useSetSearch } from '@playhead/web-kit/navigation.ts'
import { query } from '@playhead/web-kit/query.ts'
import { operator } from '../contract.ts'
import { pageOf } from './page-parameter.ts'

export const organizationPageSize = pageLimits.defaultLimit
const typingPauseMs = 250

/** What is typed reaches the address, and with it the server, once the typing pauses. */
const useSearchText = () => {
  const searched = useSearchValue('query') ?? ''
  const setSearch = useSetSearch()
  const [text, setText] = useState(searched)
  useEffect(() => {
    if (text === searched) return
    const timer = setTimeout(
      () => setSearch({ query: text || undefined, page: undefined }, { replace: true }),
      typingPauseMs,
    )
    return () => clearTimeout(timer)
  }, [text, searched, setSearch])
  return { text, setText, searched }
}

export const useOrganizationList = () => {
  const { href } = useLocation()
  const page = pageOf(useSearchValue('page'))
  const { text, setText, searched } = useSearchText()
  const list = useQuery({
    ...query(
      operator.listOrganizations,
      { query: { page, limit: organizationPageSize, ...(searched && { query: searched }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  return {
    list,
    page,
    text,
    setText,
    searched,
    hrefFor: (number: number) => pageLink(href, number),
  }
}

export type OperatedOrganization = NonNullable<
  ReturnType<typeof useOrganizationList>['list']['data']
>['data'][number]
