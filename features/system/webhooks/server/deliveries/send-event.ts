import { createHmac } from 'node:crypto'
import { type OutboundFetch, OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'

export const responseSeconds = 5

const headersMax = 4096
const bodyMax = 4096

interface Outcome {
  isDelivered: boolean
  response?: { status: number; headers: Record<string, string>; body: string }
  error?: string
}

/** Signs the time, a full stop and the body as it is sent. */
const signatureOf = (secret: string, body: string, now: Date) => {
  const timestamp = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}

// Postgres cannot store zero bytes in text.
const keepable = (text: string) => text.replaceAll('\0', '\uFFFD')

const keptHeaders = (headers: Headers) => {
  const kept: Record<string, string> = {}
  let size = 0
  for (const [name, value] of headers) {
    size += name.length + value.length
    if (size > headersMax) break
    kept[name] = keepable(value)
  }
  return kept
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this address: the connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  ENOTFOUND: 'There is no host of this name.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is signed by itself.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the host is for another name.',
}

const reasonOf = (error: unknown) => {
  if (error instanceof OutboundRefused) return error.message
  const { name, code, message } = error as Error & { code?: string }
  if (name === 'TimeoutError' || name === 'AbortError')
    return `No answer came within ${responseSeconds} seconds.`
  return sentences[code ?? ''] ?? keepable(message || 'The call failed.').slice(0, 500)
}

/** Any 2xx is a success; redirects are not followed, so that only the checked address is called. */
export const sendEvent = async (
  fetch: OutboundFetch,
  { address, secret, body, now }: { address: string; secret: string; body: string; now: Date },
): Promise<Outcome> => {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'mux-signature': signatureOf(secret, body, now),
      },
      body,
    })
    const text = (await response.text()).slice(0, bodyMax)
    return {
      isDelivered: response.ok,
      response: {
        status: response.status,
        headers: keptHeaders(response.headers),
        body: keepable(text),
      },
    }
  } catch (error) {
    return { isDelivered: false, error: reasonOf(error) }
  }
}
