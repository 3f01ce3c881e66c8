const connectionClass = '08'
const unavailableStates = new Set(['57P01', '57P02', '57P03', '53300'])
const unavailableSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EACCES',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The connection queue of a hanging server's socket is full.
  'EAGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const refusals: Record<string, string> = {
  '28P01': 'the user name or the password is wrong',
  '28000': 'the server does not let this user in',
  '3D000': 'the database does not exist',
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'its socket does not exist',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'no answer in time',
}
// pg sets neither a code nor a class for these.
const lostConnection =
  /connection terminated|terminated unexpectedly|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout|connection ended|server does not support ssl/i

/** Postgres is unavailable at the moment. `publicMessage` never contains a secret. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly publicMessage: string

  constructor(publicMessage: string, cause?: unknown) {
    super(publicMessage, { cause })
    this.publicMessage = publicMessage
  }
}

export const isLostConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code !== undefined) {
    if (code.startsWith(connectionClass) && code.length === 5) return true
    return unavailableStates.has(code) || unavailableSystemErrors.has(code)
  }
  return lostConnection.test(error.message)
}

/** The server cancelled a statement that exceeded its timeout. */
export const isOutOfStatementTime = (error: unknown): boolean => {
  return codeOf(error) === '57014'
}

export const isRefused = (error: unknown): boolean => {
  const code = codeOf(error)
  return isLostConnection(error) || (code !== undefined && code in refusals)
}

export const reasonOf = (error: unknown): string => {
  const code = codeOf(error)
  if (code === undefined) return error instanceof Error ? error.message : 'unknown reason'
  return refusals[code] ?? code
}

/** The name of the violated constraint, for turning it into an API error. */
export const violatedConstraint = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !codeOf(error)?.startsWith('23')) return undefined
  return 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  // Several addresses of one host name, all of which refused.
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return undefined
}
