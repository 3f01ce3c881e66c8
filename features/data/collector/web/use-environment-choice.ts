import { useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { collector } from '../contract.ts'

const quiet = { quiet: true } as const

/**
 * The environment whose players are set up. It is in the URL, so that a link can name one beyond the first page of the
 * list.
 */
export const useEnvironmentChoice = () => {
  const setSearch = useSetSearch()
  const chosenId = useSearchValue('environment')
  const ownId = useSession().session?.currentEnvironment?.id
  const list = useQuery(
    query(collector.listEnvironments, { query: { page: 1, limit: pageLimits.maxLimit } }, quiet),
  )
  const listed = list.data?.data
  const isListed = listed?.some(({ id }) => id === chosenId) ?? false
  const other = useQuery({
    ...query(
      collector.listEnvironments,
      { query: { page: 1, limit: 1, query: chosenId ?? '' } },
      quiet,
    ),
    enabled: chosenId !== undefined && listed !== undefined && !isListed,
  })
  const found = [...(listed ?? []), ...(other.data?.data ?? [])].find(({ id }) => id === chosenId)
  const usual = listed?.find(({ id }) => id === ownId) ?? listed?.[0]
  const isSearching = chosenId !== undefined && !found && other.isLoading
  return {
    list,
    environments: listed ?? [],
    totalCount: list.data?.totalRowCount ?? 0,
    chosen: found ?? (isSearching ? undefined : usual),
    isSearching,
    choose: (id: string) => setSearch({ environment: id }, { replace: true }),
  }
}

export type EnvironmentChoice = ReturnType<typeof useEnvironmentChoice>
export type ChosenEnvironment = NonNullable<EnvironmentChoice['chosen']>
