import { sql } from '@playhead/postgres/sql.ts'
import type { Database } from '@playhead/postgres/client.ts'

/** Locks the rows as another process does between its claim and its commit. */
export const lockDeliveries = (transaction: Database, webhookId: string) =>
  transaction.run(sql`select from webhook_deliveries where webhook_id = ${webhookId} for update`)
