import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import {
  useAfterTyping,
  useSearchValue,
  useSetSearch,
} from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { operator } from '../contract.ts'

export const organizationPageSize = pageLimits.defaultLimit
const typingPauseMs = 250

/** Debounced: the search text goes to the address and the server once the person pauses typing. */
const useSearchText = () => {
  const searched = useSearchValue('query') ?? ''
  const setSearch = useSetSearch()
  const afterTyping = useAfterTyping()
  const [text, setText] = useState(searched)
  useEffect(() => {
    if (text === searched) return
    return afterTyping(typingPauseMs, () =>
      setSearch({ query: text || undefined, page: undefined }, { replace: true }),
    )
  }, [text, searched, setSearch, afterTyping])
  return { text, setText, searched }
}

export const useOrganizationList = () => {
  const paging = usePageParameter()
  const { text, setText, searched } = useSearchText()
  const list = useQuery({
    ...query(
      operator.listOrganizations,
      {
        query: {
          page: paging.page,
          limit: organizationPageSize,
          ...(searched && { query: searched }),
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, organizationPageSize, list)
  return { ...paging, list, text, setText, searched }
}

export type OperatedOrganization = NonNullable<
  ReturnType<typeof useOrganizationList>['list']['data']
>['data'][number]
