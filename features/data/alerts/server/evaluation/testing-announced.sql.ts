import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** A table of what was announced, for a listener in another process. */
export const makeAnnouncedTable = (postgres: Database) =>
  postgres.run(sql`
    create table announced (id bigint generated always as identity, incident_id uuid, change text)`)

/** Runs in the transaction of the change, as the rows of notifications do. */
export const insertAnnounced = (transaction: Database, incidentId: string, change: string) =>
  transaction.run(sql`
    insert into announced (incident_id, change) values (${incidentId}, ${change})`)

export const listAnnounced = (postgres: Database) =>
  postgres.rows(
    z.object({ incident_id: z.uuid(), change: z.string() }),
    sql`select incident_id, change from announced order by id`,
  )
