import type { CallError } from '../calls/call-error.ts'

/**
 * Whether a failure is about the caller and not about the call: signed out, owing money, or a visitor of a demo. A custom
 * handler leaves it to the central handling, which says what to do.
 */
export const concernsSession = ({ status, type }: Pick<CallError, 'status' | 'type'>) =>
  status === 401 || status === 402 || type === 'demo'
