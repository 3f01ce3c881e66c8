import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type CallError, isCallError } from '../calls/call-error.ts'
import { handleCallError, type Handling } from '../errors/error-order.ts'
import { dispatchRequestFailed } from '../errors/request-failed.ts'

const attemptsMax = 3

/** A retry is useless: read-only mode lasts until a person ends it, and a slow query would time out again. */
const isFinal = ({ type }: CallError) => type === 'read_only' || type === 'query_timed_out'

const isGivenUp = ({ type }: CallError) =>
  type === 'request_cancelled' || type === 'question_stopped'

/** A refusal would repeat, so only missing responses and server errors are retried. */
const isWorthRetrying = (attempts: number, error: unknown) => {
  if (!isCallError(error) || isGivenUp(error)) return false
  const isServerTrouble = error.status === undefined || error.status >= 500
  return isServerTrouble && !isFinal(error) && attempts < attemptsMax - 1
}

const onError = (error: unknown, handling: Handling | undefined) => {
  if (!isCallError(error)) return
  dispatchRequestFailed(error)
  handleCallError(error, handling)
}

const handlingOf = (meta: Record<string, unknown> | undefined) =>
  meta?.handling as Handling | undefined

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => onError(error, handlingOf(meta)) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => onError(error, handlingOf(meta)),
    }),
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

let current = createQueryClient()

export const queryClient = () => current

/** Each test has a separate client, so that cached answers do not leak between tests. */
export const replaceQueryClient = (next: QueryClient) => {
  const before = current
  current = next
  return () => {
    current = before
  }
}
