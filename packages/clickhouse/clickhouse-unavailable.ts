const unavailableSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection broke',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'no answer in time',
  '516': 'the user name or the password is wrong',
  '81': 'the database does not exist',
}
// The client sets no error code for these.
const lostConnection = /socket hang up|timeout error|there is no handle/i

/** Codes that a cluster node returns when it cannot reach another node, which may also fail during the query. */
const lostNodeCodes = new Set([
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '279', // ALL_CONNECTION_TRIES_FAILED
])
/** These messages have codes that otherwise mean unreadable rows. */
const lostNode =
  /^(Attempt to read after eof|Cannot read all data\. Bytes read: \d+\. Bytes expected: \d+)\.?: while receiving packet from /

/** ClickHouse is unavailable at the moment. `publicMessage` never contains a secret. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable'
  readonly publicMessage: string

  constructor(publicMessage: string, cause?: unknown) {
    super(publicMessage, { cause })
    this.publicMessage = publicMessage
  }
}

export const isLostConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === undefined ? lostConnection.test(error.message) : unavailableSystemErrors.has(code)
}

export const isLostNode = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  return lostNodeCodes.has(codeOf(error) ?? '') || lostNode.test(error.message)
}

export const isRefused = (error: unknown): boolean => {
  return isLostConnection(error) || (codeOf(error) ?? '') in reasons
}

export const reasonOf = (error: unknown): string => {
  const code = codeOf(error)
  if (code !== undefined) return reasons[code] ?? code
  if (!(error instanceof Error)) return 'unknown reason'
  return /there is no handle/i.test(error.message)
    ? 'the user name or the password is wrong'
    : 'the connection broke'
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}
