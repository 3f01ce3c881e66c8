import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { silenceLimits, silences } from '../../contract.ts'

const refreshMs = 15_000

export type Silence = CallResponse<typeof silences.retrieveSilence>['data']

/** An environment has so few that they are one page. */
export const useSilences = () =>
  useQuery({
    ...query(
      silences.listSilences,
      { query: { page: 1, limit: silenceLimits.perEnvironmentMax } },
      { quiet: true },
    ),
    refetchInterval: refreshMs,
  })
