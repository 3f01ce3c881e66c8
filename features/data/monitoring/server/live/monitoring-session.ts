import { GrammarError } from '@playhead/analytics/question/grammar-error.ts'
import { parseMonitoringFilters } from '@playhead/analytics/monitoring/parse-monitoring-filters.ts'
import { ok, pushOf, refused } from '@playhead/channel/protocol/frame.ts'
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

const disconnected = 'realtime_subscription_disconnected'

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
  const subscriptions = new Map<
    MonitoringType,
    { board: Board; watcher: Watcher; release: () => void }
  >()

  const unsubscribe = (type: MonitoringType) => {
    const known = subscriptions.get(type)
    subscriptions.delete(type)
    known?.board.unwatch(known.watcher)
    known?.release()
  }

  const subscribe = async (payload: unknown) => {
    const given = validValue(MonitoringSubscribe, payload)
    const { type, metric = 'current-concurrent-viewers', filters = [], limit } = given
    // Nothing of the former subscription may follow. RTCH-038
    unsubscribe(type)
    const parsed = parseMonitoringFilters(filters)
    const release = joined.reserve()
    if (!release) return refused('too_many_topics')
    const board = await ticker.open(environment, parsed)
    if (typeof board === 'string') {
      release()
      return refused(board)
    }
    const asked = { type, metric, limit }
    const watcher = { asked, joined }
    const { version } = board
    return {
      reply: ok(board.response(asked, app.clock.now())),
      sent: () => {
        subscriptions.set(type, { board, watcher, release })
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
    // The client subscribes again once it is back. RTCH-039
    tooSlow: () =>
      [...subscriptions.keys()].map((type) =>
        pushOf(joined.topic, disconnected, { type, reason: 'slow' }),
      ),
    left: () => {
      for (const type of subscriptions.keys()) unsubscribe(type)
    },
  }
}
