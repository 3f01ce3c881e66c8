import type { z } from 'zod/mini'
import { attemptsMax, type Delivery, type Webhook, type WebhookAttempt } from '../contract.ts'
import type { AttemptRow, DeliveryRow } from './deliveries.sql.ts'
import type { WebhookRow } from './webhooks.sql.ts'

export const presentWebhook = (row: WebhookRow): z.input<typeof Webhook> => ({
  id: row.id,
  address: row.address,
  created_at: row.created_at.toISOString(),
  enabled: row.is_enabled,
})

/** What events tell of has unix seconds, whatever its own endpoint answers. */
export const presentWebhookOfEvent = (row: WebhookRow) => ({
  ...presentWebhook(row),
  created_at: Math.floor(row.created_at.getTime() / 1000),
})

export const presentAttempt = (row: AttemptRow): z.input<typeof WebhookAttempt> => ({
  id: row.id,
  webhook_id: row.webhook_id,
  address: row.address,
  number: row.number,
  created_at: row.created_at.toISOString(),
  max_attempts: attemptsMax,
  response_status_code: row.response_status_code,
  response_headers: row.response_headers ?? {},
  response_body: row.response_body,
  error: row.error,
  duration_ms: row.duration_ms,
})

export const presentDelivery = (row: DeliveryRow): z.input<typeof Delivery> => ({
  event: {
    id: row.event_id,
    type: row.type,
    created_at: row.event_created_at.toISOString(),
    object: { type: row.object_type, id: row.object_id },
  },
  status: row.status,
  attempt_count: row.attempts,
  max_attempts: attemptsMax,
  next_attempt_at:
    row.status === 'pending' && row.is_enabled ? row.next_attempt_at.toISOString() : null,
  last_attempt: row.last_created_at && {
    created_at: row.last_created_at.toISOString(),
    response_status_code: row.last_status_code,
    error: row.last_error,
    duration_ms: row.last_duration_ms ?? 0,
  },
})
