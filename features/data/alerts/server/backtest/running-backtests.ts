import { isOutOfTime } from '@playhead/clickhouse/cost-of-query.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { askSeconds } from '@playhead/analytics/alerting/seen-group.sql.ts'

const atOnceMax = 2

const tooMany = () =>
  new ApiError('too_many_requests', {
    messages: ['Two backtests of this environment are running. Please try again in a moment.'],
    retryAfterSeconds: 2,
  })

const tooCostly = (cause: unknown) =>
  new ApiError('query_too_costly', {
    messages: [
      `This took longer than ${askSeconds} seconds. Ask about fewer days, or a rule with fewer groups.`,
    ],
    cause,
  })

/** By environment. */
const running = new Map<string, number>()

/** Runs a backtest unless two of the environment are running, and ends it when it takes too long. */
export const runBacktest = async <Result>(
  environmentId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const others = running.get(environmentId) ?? 0
  if (others >= atOnceMax) throw tooMany()
  running.set(environmentId, others + 1)
  const late = AbortSignal.timeout(askSeconds * 1000)
  try {
    return await work(AbortSignal.any([signal, late]))
  } catch (error) {
    const isLate = late.aborted && !signal.aborted
    throw isLate || isOutOfTime(error) ? tooCostly(error) : error
  } finally {
    const left = running.get(environmentId)! - 1
    if (left > 0) running.set(environmentId, left)
    else running.delete(environmentId)
  }
}
