import { numberDetail, type ReplayEvent, textDetail } from './replay-event.ts'

type RequestResult = 'completed' | 'failed' | 'canceled'

export interface ReplayRequest {
  sequenceNumber: number
  result: RequestResult
  type: string | undefined
  hostname: string | undefined
  url: string | undefined
  /**
   * Milliseconds since the start of the view. When the times of a request are unknown, all three are the time of its
   * report.
   */
  from: number
  respondedAt: number
  to: number
  isTimed: boolean
  bytes: number | undefined
  bitrate: number | undefined
  error: string | undefined
}

const results: Record<string, RequestResult> = {
  requestcompleted: 'completed',
  requestfailed: 'failed',
  requestcanceled: 'canceled',
}

const mostMs = 600_000

const errorOf = (event: ReplayEvent) =>
  [
    numberDetail(event, 'request_error_code') ?? textDetail(event, 'request_error_code'),
    textDetail(event, 'request_error_text') ?? textDetail(event, 'request_error'),
    textDetail(event, 'request_cancel'),
  ]
    .filter(Boolean)
    .join(' ')

const timesOf = (event: ReplayEvent, origin: number) => {
  const start = numberDetail(event, 'request_start')
  const end = numberDetail(event, 'request_response_end')
  if (start === undefined) return undefined
  const from = start - origin
  const to = end === undefined ? event.at : end - origin
  if (to < from || Math.abs(event.at - to) > mostMs || to - from > mostMs) return undefined
  const response = numberDetail(event, 'request_response_start')
  const respondedAt = response === undefined ? to : response - origin
  return { from, to, respondedAt: Math.min(to, Math.max(from, respondedAt)) }
}

/** In the order in which they were sent. `origin`: the zero of the time axis, by the clock of the player. */
export const requestsOf = (events: readonly ReplayEvent[], origin: number): ReplayRequest[] => {
  const seen = new Set<unknown>()
  return events
    .flatMap((event): ReplayRequest[] => {
      const result = results[event.name]
      if (!result) return []
      const start = event.details.request_start
      // For a failed request some players repeat the times of the request before.
      const isRepeated = result !== 'completed' && seen.has(start)
      seen.add(start)
      const times = isRepeated ? undefined : timesOf(event, origin)
      return [
        {
          sequenceNumber: event.sequenceNumber,
          result,
          type: textDetail(event, 'request_type'),
          hostname: textDetail(event, 'request_hostname'),
          url: textDetail(event, 'request_url'),
          from: event.at,
          respondedAt: event.at,
          to: event.at,
          ...times,
          isTimed: times !== undefined,
          bytes: isRepeated ? undefined : numberDetail(event, 'request_bytes_loaded'),
          bitrate: numberDetail(event, 'request_labeled_bitrate'),
          error: errorOf(event) || undefined,
        },
      ]
    })
    .toSorted((a, b) => a.from - b.from || a.sequenceNumber - b.sequenceNumber)
}
