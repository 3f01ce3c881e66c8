import { callFailure, withoutZeroBytes } from '@playhead/server-kit/outbound/call-failure.ts'
import type { OutboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { signatureOf } from '@playhead/server-kit/outbound/signature.ts'

export const responseSeconds = 5

const headersMax = 4096
const bodyMax = 4096

interface Outcome {
  isDelivered: boolean
  response?: { status: number; headers: Record<string, string>; body: string }
  error?: string
}

const keptHeaders = (headers: Headers) => {
  const kept: Record<string, string> = {}
  let size = 0
  for (const [name, value] of headers) {
    size += name.length + value.length
    if (size > headersMax) break
    kept[name] = withoutZeroBytes(value)
  }
  return kept
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
        body: withoutZeroBytes(text),
      },
    }
  } catch (error) {
    return { isDelivered: false, error: callFailure(error, responseSeconds) }
  }
}
