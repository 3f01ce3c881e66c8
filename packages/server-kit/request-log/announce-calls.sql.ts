import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { callsChannel, type StoredCalls, writeStoredCalls } from './stored-calls.ts'

/** Wakes the processes with open sockets, which read the calls. */
export const announceCalls = (postgres: Database, calls: StoredCalls) =>
  postgres.run(sql`select pg_notify(${callsChannel}, ${writeStoredCalls(calls)})`)
