import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { IncidentSpan } from '@playhead/features/data/incidents/server'

interface GivenSpan {
  /** Epoch seconds. */
  from: number
  until?: number | undefined
}

/** Without an end, until now. */
export const spanOf = ({ from, until }: GivenSpan, now: Date): IncidentSpan => {
  const span = {
    from: new Date(from * 1000),
    until: until === undefined ? now : new Date(until * 1000),
  }
  if (span.until < span.from)
    throw new ApiError('invalid_parameters', { messages: ['The range ends before it begins.'] })
  return span
}
