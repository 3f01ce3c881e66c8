import type { z } from 'zod/mini'
import { attemptsMax, type WebhookAttempt } from '../../contract.ts'
import type { AttemptRow } from './deliveries.sql.ts'

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
