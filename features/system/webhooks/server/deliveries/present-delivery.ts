import type { z } from 'zod/mini'
import { attemptsMax, type Delivery } from '../../contract.ts'
import type { DeliveryRow } from './deliveries.sql.ts'

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
