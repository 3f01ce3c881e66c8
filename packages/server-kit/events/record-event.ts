import type { Environment } from '../tenant.ts'
import { type EventToRecord, insertEvent } from './events.sql.ts'

/**
 * Give it the environment within the transaction of the change itself (`within(environment, tx)`):
 * nothing happens without its event, and no event tells of what was rolled back. `data` is the
 * object as the API presents it, with times as whole seconds instead of text (docs/guides/webhooks).
 */
export const recordEvent = (environment: Environment, event: EventToRecord) =>
  insertEvent(environment, event)
