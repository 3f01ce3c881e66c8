import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { environments } from '../contract.ts'
import { environmentPageSize } from './use-environment-list.ts'

export interface LastDay {
  views: number
  /** 0 to 1. */
  score: number | null
}

/** As often as the server computes it again. */
const refetchInterval = 60_000

/** Views and score of the last 24 hours by environment; undefined while they are unknown. */
export const useLastDays = (page: number): ReadonlyMap<string, LastDay> | undefined => {
  const { data } = useQuery({
    ...query(
      environments.lastDay,
      { query: { page, limit: environmentPageSize } },
      { quiet: true },
    ),
    refetchInterval,
  })
  return data && new Map(data.data.map(({ environmentId, ...day }) => [environmentId, day]))
}
