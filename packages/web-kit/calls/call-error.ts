import { camelName } from '@playhead/contract-kit/case-seam.ts'

/** `stopped`: by the person who asked. */
export type AbortCause = 'cancelled' | 'stopped' | 'timeout' | 'unload'

interface Failure {
  status?: number | undefined
  type: string
  messages: string[]
  fields?: Record<string, string[]>
  body?: unknown
  flagName?: string | undefined
  isUnload?: boolean
  logHref?: string | undefined
  cause?: unknown
}

/** A failed call, in the same shape for every kind of failure. SHELL-098 */
export class CallError extends Error {
  /** Undefined when there was no response. */
  readonly status: number | undefined
  readonly type: string
  readonly messages: string[]
  /** Messages by field, in camelCase; `organization.name` is also available as `name`. */
  readonly fields: Record<string, string[]>
  readonly body: unknown
  /** The flag that the plan does not include. */
  readonly flagName: string | undefined
  /** The page was left while the call was in flight. SHELL-125 */
  readonly isUnload: boolean
  /** The page of the refused call in the log of calls, for calls that are logged. */
  readonly logHref: string | undefined

  constructor(failure: Failure) {
    super(failure.messages.join(' ') || failure.type, { cause: failure.cause })
    this.name = 'CallError'
    this.status = failure.status
    this.type = failure.type
    this.messages = failure.messages
    this.fields = failure.fields ?? {}
    this.body = failure.body
    this.flagName = failure.flagName
    this.isUnload = failure.isUnload ?? false
    this.logHref = failure.logHref
  }
}

export const isCallError = (error: unknown): error is CallError => error instanceof CallError

/** SHELL-100, SHELL-101, SHELL-102 */
const fixedMessages = {
  axios_client_error: 'Request Failed',
  network_error: 'Request Failed',
  no_response: 'Request Failed',
  request_cancelled: 'Request Cancelled',
  request_timeout: 'Request Timed Out',
  unhandled_error: 'Unhandled Error',
} as const

export const failureOf = (type: keyof typeof fixedMessages, more: Partial<Failure> = {}) =>
  new CallError({ type, messages: [fixedMessages[type]], ...more })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isRecord(value) ? texts(value.message ?? Object.values(value)) : []
}

const messagesIn = (body: unknown): string[] => {
  if (!isRecord(body)) return texts(body)
  const { error, messages, message, errors } = body
  if (isRecord(error)) return messagesIn(error)
  return [messages, message, errors, error].map(texts).find((found) => found.length > 0) ?? []
}

const fieldsIn = (fields: unknown): Record<string, string[]> => {
  const result: Record<string, string[]> = {}
  if (!isRecord(fields)) return result
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split('.').map(camelName)
    const found = texts(value)
    result[path.join('.')] = found
    result[path.at(-1)!] ??= found
  }
  return result
}

/** SHELL-099: any text in the response becomes a message; only our own errors have a type. */
export const responseError = (status: number, body: unknown, logHref?: string): CallError => {
  const error = isRecord(body) && isRecord(body.error) ? body.error : undefined
  const messages = messagesIn(body)
  const fields = fieldsIn(error?.fields)
  const flagName = typeof error?.name === 'string' ? error.name : undefined
  const type = typeof error?.type === 'string' ? error.type : 'request_failed'
  if (messages.length === 0 && !error)
    return failureOf('axios_client_error', { status, body, logHref })
  return new CallError({ status, type, messages, fields, body, flagName, logHref })
}

/** Turns what fetch threw into an error that says who aborted the call. */
export const thrownError = (cause: unknown, abort: AbortCause | undefined): CallError => {
  if (isCallError(cause)) return cause
  if (abort === 'timeout') return failureOf('request_timeout', { cause })
  if (abort === 'stopped')
    return new CallError({
      type: 'question_stopped',
      messages: ['You stopped this question.'],
      cause,
    })
  if (abort) return failureOf('request_cancelled', { cause, isUnload: abort === 'unload' })
  if (cause instanceof TypeError) return failureOf('network_error', { cause })
  return failureOf(cause instanceof Error ? 'axios_client_error' : 'unhandled_error', { cause })
}
