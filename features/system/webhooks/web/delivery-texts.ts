import { formatDate, formatDuration } from '@playhead/domain/format.ts'
import { type DeliveryStatus } from '../contract.ts'

export const statusTexts: Record<DeliveryStatus, { label: string; tone: 'good' | 'warn' | 'bad' }> =
  {
    pending: { label: 'Pending', tone: 'warn' },
    delivered: { label: 'Delivered', tone: 'good' },
    failed: { label: 'Failed', tone: 'bad' },
  }

export const resultText = ({
  responseStatusCode,
  error,
}: {
  responseStatusCode: number | null
  error: string | null
}) => (responseStatusCode === null ? (error ?? 'No answer') : `Answered ${responseStatusCode}`)

/** What came of the last attempt, or when there is a first one. */
export const lastText = (delivery: {
  status: DeliveryStatus
  nextAttemptAt: string | null
  lastAttempt: {
    responseStatusCode: number | null
    error: string | null
    durationMs: number
  } | null
}) => {
  const { lastAttempt: last, status, nextAttemptAt } = delivery
  const result = last && `${resultText(last)} in ${formatDuration(last.durationMs)}`
  if (status !== 'pending') return result ?? 'Never sent'
  if (nextAttemptAt === null)
    return [result, 'waits until the webhook is enabled'].filter(Boolean).join(', ')
  return last ? `${result}, again ${formatDate(nextAttemptAt)}` : 'On its way'
}
