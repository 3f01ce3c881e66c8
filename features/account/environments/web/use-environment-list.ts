import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/page-parameter.ts'
import { query } from '@playhead/web-kit/query.ts'
import { environments } from '../contract.ts'

export const environmentPageSize = pageLimits.defaultLimit

/** As often as there are new live views; a hidden page asks nothing. */
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
