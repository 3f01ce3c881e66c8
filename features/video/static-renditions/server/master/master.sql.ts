import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const OldRow = z.object({
  id: z.uuid(),
  environment_id: z.uuid(),
  master_secret: z.string().nullable(),
})

/** For all environments: a schedule calls it, not a request. */
export const listOldMasters = (postgres: Database, now: Date) =>
  postgres.rows(
    OldRow,
    sql`
    select id, environment_id, master_secret from assets
    where master_until <= ${now} and status <> 'deleted' limit 500`,
  )

const MasterRow = z.object({ id: z.uuid(), environment_id: z.uuid(), title: z.string().nullable() })

/** The address names no tenant: the secret in it grants the download. */
export const findMaster = (postgres: Database, secret: string, now: Date) =>
  postgres.maybeRow(
    MasterRow,
    sql`
    select id, environment_id, title from assets
    where master_secret = ${secret} and master_status = 'ready' and master_access = 'temporary'
      and status = 'ready' and master_until > ${now}`,
  )
