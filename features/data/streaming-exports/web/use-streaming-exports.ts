import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { streamingExportLimits, streamingExports } from '../contract.ts'

const refreshMs = 5_000

/** An environment has so few that they are one page. ACCT-081 */
export const useStreamingExports = () =>
  useQuery({
    ...query(
      streamingExports.list,
      { query: { page: 1, limit: streamingExportLimits.perEnvironmentMax } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export type ExportEntry = NonNullable<
  ReturnType<typeof useStreamingExports>['data']
>['data'][number]
