import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { environments } from '../contract.ts'

export const environmentPageSize = pageLimits.defaultLimit

/** Refetches as often as live views change; a hidden page does not refetch. */
const refetchInterval = 5_000

export const useEnvironmentList = () => {
  const paging = usePageParameter()
  const list = useQuery({
    ...query(
      environments.list,
      { query: { page: paging.page, limit: environmentPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  useExistingPage(paging, environmentPageSize, list)
  return { ...paging, list }
}

export type EnvironmentRow = NonNullable<
  ReturnType<typeof useEnvironmentList>['list']['data']
>['data'][number]
