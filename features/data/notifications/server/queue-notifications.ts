import type { Database } from '@playhead/postgres/client.ts'
import type { NotificationKind } from '../contract.ts'
import { insertNotifications } from './queue.sql.ts'

interface QueuedIncident {
  id: string
  environmentId: string
  /** Null: every channel that takes incidents of this type. */
  channelIds: readonly string[] | null
}

interface Options {
  /** Counts notifications of a kind that come more than once; by default the next one. */
  number?: number
  /** The silence or rule that holds it back. A snooze is found in the incident. */
  heldBy?: string
}

/**
 * Call it in the transaction that writes the incident. `opened` goes to the channels that are on and take its type;
 * what follows goes to those with an `opened`. A repetition adds nothing.
 */
export const queueNotifications = (
  transaction: Database,
  { id, environmentId, channelIds }: QueuedIncident,
  kind: NotificationKind,
  { number, heldBy }: Options = {},
) =>
  insertNotifications(transaction, {
    incidentId: id,
    environmentId,
    channelIds,
    kind,
    number: number ?? null,
    heldBy: heldBy ?? null,
  })
