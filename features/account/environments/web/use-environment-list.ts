import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { pageLink } from '@playhead/ui/page-link.ts'
import { useLocation, useSearchValue } from '@playhead/web-kit/navigation.ts'
import { query } from '@playhead/web-kit/query.ts'
import { environments } from '../contract.ts'

export const environmentPageSize = pageLimits.defaultLimit

const pageOf = (text: string | undefined) => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 ? page : 1
}

export const useEnvironmentList = () => {
  const { href } = useLocation()
  const page = pageOf(useSearchValue('page'))
  const list = useQuery({
    ...query(environments.list, { query: { page, limit: environmentPageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return { list, page, hrefFor: (number: number) => pageLink(href, number) }
}

export type EnvironmentRow = NonNullable<
  ReturnType<typeof useEnvironmentList>['list']['data']
>['data'][number]
