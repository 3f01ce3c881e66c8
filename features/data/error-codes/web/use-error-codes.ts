import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/query.ts'
import { errorCodes, type errorSeverities } from '../contract.ts'

export type ErrorSeverity = (typeof errorSeverities)[number]

/** Until a change has reached all stored views it is asked how far it came. */
const applyingEveryMs = 5_000

/** VIEW-022: all configurations are read at once; screens pick theirs. */
export const useErrorCodes = () =>
  useQuery({
    ...query(errorCodes.list, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.applying.length ? applyingEveryMs : false),
  })

type ErrorCodeList = NonNullable<ReturnType<typeof useErrorCodes>['data']>
export type ErrorCodeRow = ErrorCodeList['data'][number]
export type Progress = ErrorCodeList['applying'][number]
