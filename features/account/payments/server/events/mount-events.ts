import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { refusalOf } from '@playhead/server-kit/http/refusal-of.ts'
import {
  type CollectingProvider,
  ForgedEvent,
  type ProviderEvent,
  type SentEvent,
} from '../provider/provider.ts'
import { collectingProvider } from '../provider/provider-of.ts'
import { handleEvent } from './handle-events.ts'
import { insertEvent } from './provider-events.sql.ts'

const eventsPath = '/ui/v1/billing/provider-events'
/** Events have some kilobytes; a payment with much metadata has some dozens. */
const bodyMaxBytes = 262_144

const refuse = (c: Context, { body, status, detail }: ApiError) => {
  c.header('cache-control', 'no-store')
  if (detail.retryAfterSeconds) c.header('retry-after', String(detail.retryAfterSeconds))
  return c.json(body, status as 400)
}

const readEvent = (provider: CollectingProvider, sent: SentEvent): ProviderEvent | ApiError => {
  try {
    return provider.readEvent?.(sent) ?? new ApiError('not_found')
  } catch (error) {
    if (!(error instanceof ForgedEvent)) throw error
    return new ApiError('invalid_parameters', { messages: ['The signature does not match.'] })
  }
}

/**
 * Takes what Stripe sends. The signature is of the bytes of the body, which the API would parse first. The event is kept
 * before the response and handled after it; a response that is no success makes Stripe send it again.
 */
export const mountEvents = (server: Hono, app: App) => {
  if (!app.settings.stripe) return
  const limit = bodyLimit({
    maxSize: bodyMaxBytes,
    onError: (c) => refuse(c, new ApiError('payload_too_large')),
  })
  server.post(eventsPath, limit, async (c) => {
    try {
      const provider = await collectingProvider(app)
      const now = app.clock.now()
      const body = await c.req.text()
      const signature = c.req.header('stripe-signature')
      const event = readEvent(provider, { body, signature, at: now })
      if (event instanceof ApiError) return refuse(c, event)
      await insertEvent(app.postgres, provider.name, { event, now })
      const { id, subject } = event
      // Should this fail, the schedule handles it.
      if (subject !== undefined)
        app.afterResponse.run('handling an event of the payment provider', () =>
          handleEvent(app, provider, { id, subject }),
        )
      return c.json({ received: true })
    } catch (error) {
      const refusal = refusalOf(error)
      app.log.error('an event of the payment provider could not be kept', {
        error: refusal.detail.cause ?? refusal,
      })
      return refuse(c, refusal)
    }
  })
}
