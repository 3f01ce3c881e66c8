import { createHmac } from 'node:crypto'

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: false
  pending_webhooks: number
  request: { id: null; idempotency_key: string | null }
  type: string
  data: { object: { id: string; object: string } }
}

/** The body and the header that Stripe sends: `t`, and an HMAC of `t.body` with the secret of the endpoint. */
export const aSignedEvent = (
  event: StripeEvent,
  { secret, at }: { secret: string; at: Date },
): { body: string; headers: Record<string, string> } => {
  const body = JSON.stringify(event, undefined, 2)
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${seconds},v1=${signature},v0=${'0'.repeat(64)}`,
    },
  }
}
