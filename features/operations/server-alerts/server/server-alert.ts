import { createHash, randomUUID } from 'node:crypto'
import type { Receiver } from '@playhead/server-kit/messages/send-messages.ts'
import { nextAttemptAfter } from '@playhead/server-kit/outbound/retry-gaps.ts'
import type { Outcome } from '@playhead/server-kit/messages/outcome.ts'

export type AlertMessageKind = 'opened' | 'changed' | 'ended'

/** What one channel was sent about an alert. */
export interface Delivery {
  sent: AlertMessageKind[]
  /** An attempt got no response, so the receiver may have the opening. */
  may_have_opened: boolean
  attempts: number
  next_attempt_at: string | null
  /** No further attempt is made. */
  is_given_up: boolean
  error: string | null
}

export interface ServerAlert {
  id: string
  check: string
  severity: 'warning' | 'alert'
  isRaised: boolean
  sentence: string
  openedAt: Date
  endedAt: Date | null
  deliveries: Record<string, Delivery>
}

/** Stored instead of the address or key. */
export const channelKey = ({ service, value }: Receiver) =>
  createHash('sha256').update(`${service}:${value}`).digest('hex').slice(0, 32)

export const newAlert = (
  check: string,
  severity: 'warning' | 'alert',
  sentence: string,
  openedAt: Date,
): ServerAlert => ({
  id: randomUUID(),
  check,
  severity,
  isRaised: false,
  sentence,
  openedAt,
  endedAt: null,
  deliveries: {},
})

const untouched: Delivery = {
  sent: [],
  may_have_opened: false,
  attempts: 0,
  next_attempt_at: null,
  is_given_up: false,
  error: null,
}

export const deliveryTo = ({ deliveries }: ServerAlert, receiver: Receiver): Delivery =>
  deliveries[channelKey(receiver)] ?? untouched

/** The next message for a channel. An alert that ended before its opening was sent is not told. */
export const owedTo = (alert: ServerAlert, receiver: Receiver): AlertMessageKind | undefined => {
  const {
    sent,
    may_have_opened: mayHaveOpened,
    is_given_up: isGivenUp,
  } = deliveryTo(alert, receiver)
  if (isGivenUp) return undefined
  if (!sent.includes('opened')) return alert.endedAt && !mayHaveOpened ? undefined : 'opened'
  if (alert.endedAt) return sent.includes('ended') ? undefined : 'ended'
  return alert.isRaised && !sent.includes('changed') ? 'changed' : undefined
}

export const isDue = (alert: ServerAlert, receiver: Receiver, now: Date) => {
  const { next_attempt_at: next } = deliveryTo(alert, receiver)
  return owedTo(alert, receiver) !== undefined && (next === null || new Date(next) <= now)
}

const afterFailure = (before: Delivery, outcome: Outcome, now: Date): Delivery => {
  const attempts = before.attempts + 1
  const next = outcome.isFinal ? undefined : nextAttemptAfter(attempts, now)
  const asked = now.getTime() + (outcome.retryAfterSeconds ?? 0) * 1000
  return {
    ...before,
    attempts,
    may_have_opened: before.may_have_opened || (outcome.mayHaveArrived ?? false),
    is_given_up: next === undefined,
    next_attempt_at: next ? new Date(Math.max(next.getTime(), asked)).toISOString() : null,
    error: outcome.error ?? null,
  }
}

export const noteOutcome = (
  alert: ServerAlert,
  receiver: Receiver,
  kind: AlertMessageKind,
  outcome: Outcome,
  now: Date,
) => {
  const before = deliveryTo(alert, receiver)
  alert.deliveries[channelKey(receiver)] = outcome.isDelivered
    ? // An opening that went as an alert needs no second message about that.
      {
        ...untouched,
        sent: [
          ...before.sent,
          kind,
          ...(alert.isRaised && kind === 'opened' ? ['changed' as const] : []),
        ],
      }
    : afterFailure(before, outcome, now)
}
