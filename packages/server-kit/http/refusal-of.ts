import { ClickHouseUnavailable } from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { isOutOfMemory, isOutOfTime, isTooCostly } from '@playhead/clickhouse/cost-of-query.ts'
import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { QueueFull } from '@playhead/domain/fair-slots.ts'
import {
  DatabaseUnavailable,
  isOutOfStatementTime,
  violatedConstraint,
} from '@playhead/postgres/database-unavailable.ts'

const isAway = (error: unknown) =>
  error instanceof DatabaseUnavailable || error instanceof ClickHouseUnavailable

const tooMuchWaits = ({ because }: QueueFull) =>
  because === 'party'
    ? new ApiError('too_many_requests', {
        messages: ['Too many requests at once. Please try again in a moment.'],
        retryAfterSeconds: 2,
      })
    : new ApiError('unavailable', {
        messages: ['The server is busy. Please try again in a moment.'],
        retryAfterSeconds: 2,
      })

/** The environment was found when the request began, and deleted before its row was inserted. */
const isOfDeletedEnvironment = (error: unknown) =>
  violatedConstraint(error)?.endsWith('_environment_id_fkey') ?? false

/** The error that a client sees, whatever code threw it. */
export const refusalOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof QueueFull) return tooMuchWaits(error)
  if (isOfDeletedEnvironment(error)) return notFound('environment')
  if (isTooCostly(error)) return new ApiError('query_too_costly', { cause: error })
  if (isOutOfTime(error) || isOutOfStatementTime(error))
    return new ApiError('query_timed_out', { cause: error })
  return isAway(error) || isOutOfMemory(error)
    ? new ApiError('unavailable', { retryAfterSeconds: 2, cause: error })
    : new ApiError('internal', { cause: error })
}

/** Clients retry a 5xx at once and automatically, which is useless after a query timeout or a full disk. */
export const isRepeatedInVain = ({ code }: ApiError): boolean =>
  code === 'query_timed_out' || code === 'no_space'
