import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** The promised time starts when the master is ready. Returns whether it is still wanted. */
export const markMasterReady = async (
  environment: Environment,
  assetId: string,
  { secret, until }: { secret: string; until: Date },
) =>
  (await environment.postgres.run(sql`
    update assets set master_status = 'ready', master_until = coalesce(master_until, ${until})
    where environment_id = ${environment.id} and id = ${assetId} and status = 'ready'
      and master_access = 'temporary' and master_secret = ${secret}`)) === 1

export const markMasterErrored = async (
  environment: Environment,
  assetId: string,
  secret: string,
) =>
  (await environment.postgres.run(sql`
    update assets set master_status = 'errored'
    where environment_id = ${environment.id} and id = ${assetId} and status = 'ready'
      and master_access = 'temporary' and master_status = 'preparing'
      and master_secret = ${secret}`)) === 1

export const closeMasterAccess = async (environment: Environment, assetId: string, now: Date) =>
  (await environment.postgres.run(sql`
    update assets set master_access = 'none', master_status = null, master_until = null,
      master_secret = null
    where environment_id = ${environment.id} and id = ${assetId} and status <> 'deleted'
      and master_until <= ${now}`)) === 1

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

export const updateMasterAccessOf = (
  environment: Environment,
  id: string,
  access: { until: Date | null; secret: string | null } | undefined,
) =>
  environment.postgres.run(sql`
    update assets set master_access = ${access ? 'temporary' : 'none'},
      master_status = ${access ? 'preparing' : null}, master_until = ${access?.until ?? null},
      master_secret = ${access?.secret ?? null}
    where environment_id = ${environment.id} and status <> 'deleted' and id = ${id}`)
