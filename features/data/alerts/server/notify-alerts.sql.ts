import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { alertsChannel } from './incident-changes.ts'

export const notifyAlerts = (transaction: Database, incidentId: string) =>
  transaction.run(sql`select pg_notify(${alertsChannel}, ${incidentId}::text)`)
