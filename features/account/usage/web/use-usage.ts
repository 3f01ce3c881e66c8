import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { usage, type UsageGroup, type usageParts } from '../contract.ts'
import { thisMonth, timeframeOf } from './usage-texts.ts'

const monthShape = /^\d{4}-(0[1-9]|1[0-2])$/
export const firstMonth = '2020-01'

/** The month of the address, or this one. */
export const useMonth = () => {
  const asked = useSearchValue('month')
  const setSearch = useSetSearch()
  const now = thisMonth()
  const isMonth =
    asked !== undefined && monthShape.test(asked) && asked >= firstMonth && asked <= now
  return {
    month: isMonth ? asked : now,
    setMonth: (month: string) => setSearch({ month: month === now ? undefined : month }),
  }
}

export const useSummary = (month: string) =>
  useQuery({
    ...query(usage.summary, { query: { month } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })

export type SummaryQuery = ReturnType<typeof useSummary>
export type Summary = NonNullable<SummaryQuery['data']>['data']

/** Why the month differs from the one before; it reads titles, so the number does not wait for it. */
export const useReasons = (month: string, isCompared: boolean) =>
  useQuery({
    ...query(usage.listReasons, { query: { month } }, { quiet: true }),
    enabled: isCompared,
  })

export type Reason = NonNullable<ReturnType<typeof useReasons>['data']>['data'][number]

interface Asked {
  month: string
  groupBy: UsageGroup
  environmentId?: string | undefined
  limit?: number
}

export const queryOf = ({ month, groupBy, environmentId, limit }: Asked) => ({
  query: {
    timeframe: timeframeOf(month),
    groupBy,
    ...(environmentId !== undefined && { environment: environmentId }),
    ...(limit !== undefined && { limit }),
  },
})

export const useUsage = (asked: Asked) =>
  useQuery({
    ...query(usage.list, queryOf(asked), { quiet: true }),
    placeholderData: keepPreviousData,
  })

export type UsageQuery = ReturnType<typeof useUsage>
export type UsageRow = NonNullable<UsageQuery['data']>['data'][number]

const topTitles = 5

/** The dearest titles of an environment, once it is unfolded. */
export const useTopTitles = (month: string, environmentId: string | undefined) =>
  useQuery({
    ...query(usage.list, queryOf({ month, groupBy: 'title', environmentId, limit: topTitles }), {
      quiet: true,
    }),
    enabled: environmentId !== undefined,
  })

export type TitlesQuery = ReturnType<typeof useTopTitles>

export const useEnvironmentUsage = (id: string, part: (typeof usageParts)[number], month: string) =>
  useQuery(query(usage.ofEnvironment, { params: { id }, query: { part, month } }, { quiet: true }))

export type EnvironmentUsageQuery = ReturnType<typeof useEnvironmentUsage>
