import { alertsChannel } from '@playhead/features/data/alerts/server'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { callsChannel } from '@playhead/server-kit/request-log/stored-calls.ts'

/** What processes also do after their connection for notices was broken, and every 30 s. */
export const sendEmptyNotice = (postgres: Database) =>
  postgres.run(sql`select pg_notify(${callsChannel}, '')`)

/** What follows a change of an incident. */
export const sendAlertNotice = (postgres: Database) =>
  postgres.run(sql`select pg_notify(${alertsChannel}, 'an incident')`)
