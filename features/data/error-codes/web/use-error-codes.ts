import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { errorCodes, type errorSeverities } from '../contract.ts'

export type ErrorSeverity = (typeof errorSeverities)[number]

/** Polls the progress until a change has been applied to all stored views. */
const applyingEveryMs = 5_000

/** VIEW-022: one request reads all rules; screens pick theirs. */
export const useErrorCodes = () =>
  useQuery({
    ...query(errorCodes.list, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.applying.length ? applyingEveryMs : false),
  })

type ErrorCodeList = NonNullable<ReturnType<typeof useErrorCodes>['data']>
export type ErrorCodeRow = ErrorCodeList['data'][number]
export type Progress = ErrorCodeList['applying'][number]
