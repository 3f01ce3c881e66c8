import type { z } from 'zod/mini'
import type { Webhook } from '../contract.ts'
import type { WebhookRow } from './webhooks.sql.ts'

export const presentWebhook = (row: WebhookRow): z.input<typeof Webhook> => ({
  id: row.id,
  address: row.address,
  created_at: row.created_at.toISOString(),
  enabled: row.is_enabled,
})

/** Objects in events have times in unix seconds, even where their endpoints use text. */
export const presentWebhookOfEvent = (row: WebhookRow) => ({
  ...presentWebhook(row),
  created_at: Math.floor(row.created_at.getTime() / 1000),
})
