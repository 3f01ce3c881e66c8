import type { z } from 'zod/mini'
import type { Event, ListedEvent } from '../contract.ts'
import type { EventRow } from './events.sql.ts'
import type { ListedEventRow } from './list-events.sql.ts'

export const presentEvent = (row: EventRow): z.input<typeof Event> => ({
  id: row.id,
  type: row.type,
  created_at: row.created_at.toISOString(),
  object: { type: row.object_type, id: row.object_id },
  environment: { id: row.environment_id, name: row.environment_name },
  data: row.data,
})

export const presentListedEvent = (row: ListedEventRow): z.input<typeof ListedEvent> => ({
  ...presentEvent(row),
  delivery: { delivered: row.delivered, pending: row.pending, failed: row.failed },
})
