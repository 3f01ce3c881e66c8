import { formatDate, formatDuration } from '@playhead/domain/format.ts'
import type { DeliveryStatus } from '../contract.ts'

export const statusTexts: Record<DeliveryStatus, { label: string; tone: 'good' | 'warn' | 'bad' }> =
  {
    pending: { label: 'Pending', tone: 'warn' },
    delivered: { label: 'Delivered', tone: 'good' },
    failed: { label: 'Failed', tone: 'bad' },
  }

interface Result {
  responseStatusCode: number | null
  error: string | null
  durationMs: number
}

export const resultText = ({ responseStatusCode, error }: Omit<Result, 'durationMs'>) =>
  responseStatusCode === null
    ? (error ?? 'No answer').replace(/\.$/, '')
    : `Answered ${responseStatusCode}`

export const tookText = (durationMs: number) =>
  durationMs < 1000 ? `${durationMs} ms` : formatDuration(durationMs)

const nextText = (nextAttemptAt: string | null, now: Date) => {
  if (nextAttemptAt === null) return 'waits until the webhook is enabled'
  return new Date(nextAttemptAt) <= now
    ? 'again in a moment'
    : `again ${formatDate(nextAttemptAt, { now })}`
}

/** The result of the last attempt, and the time of the next. */
export const lastText = (
  delivery: { status: DeliveryStatus; nextAttemptAt: string | null; lastAttempt: Result | null },
  now = new Date(),
) => {
  const { lastAttempt: last, status, nextAttemptAt } = delivery
  const took = last?.responseStatusCode ? ` in ${tookText(last.durationMs)}` : ''
  const result = last && resultText(last) + took
  if (status !== 'pending') return result ?? 'Never sent'
  if (result === null && nextAttemptAt !== null) return 'On its way'
  return [result ?? 'Not sent yet', nextText(nextAttemptAt, now)].join(', ')
}
