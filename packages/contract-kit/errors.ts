import { demoMessage, planLacksThis, readOnlyMessage } from './error-messages.ts'

/**
 * Every refusal of the API: code, status, and the text for the caller. Internal detail goes to the
 * log only; the response carries the request id that identifies its log entry.
 */
export const errorCatalogue = {
  invalid_parameters: { status: 400, message: 'The request is not valid.' },
  invalid_timeframe: { status: 400, message: 'The timeframe is not valid.' },
  invalid_environment: { status: 400, message: 'Invalid Environment Request' },
  invalid_organization: { status: 400, message: 'This call needs an organization.' },
  unauthorized: { status: 401, message: 'Sign in or send a valid access token.' },
  unauthenticated_organization: {
    status: 401,
    message: 'This organization requires single sign-on.',
  },
  disabled_user: { status: 402, message: 'This account is disabled.' },
  payment_required: { status: 402, message: 'The plan of this organization does not allow this.' },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  /** DEMO-005 */
  demo: { status: 403, message: demoMessage },
  request_not_trusted: { status: 403, message: 'The request did not come from this dashboard.' },
  /** The dashboard asks for the password or another proof, and then repeats the call. */
  proof_required: { status: 403, message: 'Confirm that it is you first, then try again.' },
  second_factor_required: {
    status: 403,
    message: 'This organization requires a second factor. Set one up in your profile.',
  },
  upgrade_required: {
    status: 403,
    message: planLacksThis,
  },
  not_found: { status: 404, message: 'There is no such thing here.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  not_broadcasting: { status: 412, message: 'This live stream is not broadcasting.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  misdirected_request: { status: 421, message: 'This server is not set up for that name.' },
  query_too_costly: {
    status: 422,
    message:
      'This query needs too much memory. Choose a shorter timeframe, fewer views or fewer values.',
  },
  too_many_requests: {
    status: 429,
    message: "You're making too many requests, hold tight for a few seconds and try again.",
  },
  internal: { status: 500, message: 'Something went wrong, please try again later.' },
  query_timed_out: {
    status: 504,
    message:
      'This query took too long. The server may be busy: try again in a minute, or choose a shorter timeframe.',
  },
  unavailable: {
    status: 503,
    message: 'The database is not available right now. Please try again in a few seconds.',
  },
  read_only: {
    status: 503,
    message: readOnlyMessage,
  },
  no_space: {
    status: 507,
    message: 'The disk of this server is nearly full, so it accepts no files right now.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

export type FieldErrors = Record<string, string[]>

interface ErrorBody {
  error: { type: ErrorCode; messages: string[]; fields?: FieldErrors; name?: string }
}

interface Detail {
  messages?: string[] | undefined
  fields?: FieldErrors | undefined
  /** The flag that an upgrade_required refusal is about. */
  name?: string | undefined
  retryAfterSeconds?: number | undefined
  /** Logged, never sent to the client. */
  cause?: unknown
}

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: Detail

  constructor(code: ErrorCode, detail: Detail = {}) {
    super(detail.messages?.join(' ') ?? errorCatalogue[code].message, { cause: detail.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.detail = detail
  }

  get body(): ErrorBody {
    const { messages, fields, name } = this.detail
    return {
      error: {
        type: this.code,
        messages: messages ?? [errorCatalogue[this.code].message],
        ...(fields && { fields }),
        ...(name && { name }),
      },
    }
  }
}

export const notFound = (what: string) =>
  new ApiError('not_found', { messages: [`There is no such ${what}.`] })

export const invalidField = (field: string, message: string) =>
  new ApiError('invalid_parameters', { messages: [message], fields: { [field]: [message] } })

export const forbidden = (message?: string) =>
  new ApiError('forbidden', message ? { messages: [message] } : {})
