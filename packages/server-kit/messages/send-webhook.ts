import type { OutboundFetch } from '../outbound/outbound.ts'
import { signatureOf } from '../outbound/signature.ts'
import type { Message } from './message.ts'
import type { Outcome } from './outcome.ts'
import { postJson } from './post-json.ts'

const bodyOf = ({ event }: Message, now: Date) => {
  const { type, id, ...rest } = event
  return { type, id, created_at: now.toISOString(), ...rest, attempts: [] }
}

interface Receiver {
  url: string
  secret: string
  now: Date
}

/** Signed as events are, so that the same client reads both (docs/guides/25-webhooks.md). */
export const sendWebhook = (
  fetch: OutboundFetch,
  { url, secret, now }: Receiver,
  message: Message,
): Promise<Outcome> => {
  const body = JSON.stringify(bodyOf(message, now))
  return postJson(fetch, {
    url,
    body,
    headers: { 'mux-signature': signatureOf(secret, body, now) },
  })
}
