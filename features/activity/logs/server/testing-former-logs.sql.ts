import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const Inserted = z.object({ id: z.uuid() })

/** A call as an earlier version logged it. */
export const insertFormerLog = async (postgres: Database, environmentId: string) =>
  (
    await postgres.row(
      Inserted,
      sql`
      insert into request_logs (environment_id, method, path, status, request_id, caller_kind, error, duration_ms)
      values (${environmentId}, 'DELETE', '/video/v1/assets/a', 404, gen_random_uuid(), 'user',
        ${sql.json({ type: 'not_found', messages: ['No.'] })}, 7) returning id`,
    )
  ).id
