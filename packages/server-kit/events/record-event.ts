import type { Environment } from '../tenant.ts'
import { type EventToRecord, insertEvent } from './events.sql.ts'

/**
 * Pass the environment within the transaction of the change (`within(environment, tx)`): then no change is without
 * its event, and no event describes a change that was rolled back. `data` is the object as the API presents it, with
 * times as whole seconds instead of text (docs/guides/webhooks).
 */
export const recordEvent = (environment: Environment, event: EventToRecord) =>
  insertEvent(environment, event)
