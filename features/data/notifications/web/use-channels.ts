import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { notificationChannels, notificationLimits } from '../contract.ts'

const refreshMs = 10_000

/** An environment has so few that they are one page. ALRT-034 */
export const useChannels = () =>
  useQuery({
    ...query(
      notificationChannels.list,
      { query: { page: 1, limit: notificationLimits.perEnvironmentMax } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export type ChannelEntry = NonNullable<ReturnType<typeof useChannels>['data']>['data'][number]
