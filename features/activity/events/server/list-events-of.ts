import type { Environment } from '@playhead/server-kit/tenant.ts'
import { listEventRowsOf } from './events.sql.ts'
import { presentEvent } from './present-activity.ts'

/** Newest first. */
export const listEventsOf = async (environment: Environment, objectId: string, limit: number) =>
  (await listEventRowsOf(environment, objectId, limit)).map(presentEvent)
