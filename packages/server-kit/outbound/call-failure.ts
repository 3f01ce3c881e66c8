import { OutboundRefused } from './outbound.ts'

const sentences: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this address: the connection was refused.',
  ECONNRESET: 'The connection was closed before a response arrived.',
  ENOTFOUND: 'There is no host with this name.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  EPROTO: 'The encrypted connection failed. The host may not speak https at this port.',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the host is for another name.',
}

const lengthMax = 500

// Postgres cannot store zero bytes in text.
export const withoutZeroBytes = (text: string) => text.replaceAll('\0', '\uFFFD')

/** Why a call to an address that people entered got no response, in words for them. */
export const callFailure = (error: unknown, responseSeconds: number): string => {
  if (error instanceof OutboundRefused) return error.message
  const { name, code, message } = error as Error & { code?: string }
  if (name === 'TimeoutError' || name === 'AbortError')
    return `No response within ${responseSeconds} seconds.`
  if (code?.startsWith('HPE_'))
    return 'The response is not HTTP: something else listens at this address.'
  return (
    sentences[code ?? ''] ?? withoutZeroBytes(message || 'The call failed.').slice(0, lengthMax)
  )
}
