import { GrammarError } from '@playhead/analytics/question/grammar-error.ts'
import { parseMonitoringFilters } from '@playhead/analytics/monitoring/parse-monitoring-filters.ts'
import { ok, refused } from '@playhead/channel/protocol/frame.ts'
import type { JoinedTopic, TopicSession } from '@playhead/channel/server/connection.ts'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { validValue } from '@playhead/server-kit/http/validate.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import {
  MonitoringSubscribe,
  type MonitoringType,
  MonitoringUnsubscribe,
} from '../../topic-contract.ts'
import type { Board, Watcher } from './board.ts'
import type { StepTicker } from './step-ticker.ts'

const refusalOf = (error: unknown) => {
  if (error instanceof GrammarError) return refused('invalid_parameters', [error.message])
  if (error instanceof ApiError) return refused(error.code, error.detail.messages)
  throw error
}

/** The subscriptions of one client to one environment. */
export const monitoringSession = (
  app: App,
  ticker: StepTicker,
  { joined, environment }: { joined: JoinedTopic; environment: Environment },
): TopicSession => {
  const subscriptions = new Map<MonitoringType, { board: Board; watcher: Watcher }>()

  const unsubscribe = (type: MonitoringType) => {
    const known = subscriptions.get(type)
    subscriptions.delete(type)
    known?.board.unwatch(known.watcher)
  }

  const subscribe = async (payload: unknown) => {
    const given = validValue(MonitoringSubscribe, payload)
    const { type, metric = 'current-concurrent-viewers', filters = [], limit } = given
    // Nothing of the former subscription may follow. RTCH-038
    unsubscribe(type)
    const board = await ticker.open(environment, parseMonitoringFilters(filters))
    if (typeof board === 'string') return refused(board)
    const asked = { type, metric, limit }
    const watcher = { asked, joined }
    const { version } = board
    return {
      reply: ok(board.response(asked, app.clock.now())),
      sent: () => {
        subscriptions.set(type, { board, watcher })
        board.watch(watcher)
        if (board.version !== version) board.refresh(watcher)
      },
    }
  }

  return {
    receive: async (event, payload) => {
      try {
        if (event === 'subscribe') return await subscribe(payload)
        if (event !== 'unsubscribe') return refused('unmatched event')
        unsubscribe(validValue(MonitoringUnsubscribe, payload).type)
        return ok()
      } catch (error) {
        return refusalOf(error)
      }
    },
    left: () => {
      for (const type of subscriptions.keys()) unsubscribe(type)
    },
  }
}
