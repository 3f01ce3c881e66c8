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

export const updateMp4SupportOf = (environment: Environment, assetId: string, value: string) =>
  environment.postgres.run(sql`
    update assets set mp4_support = ${value}
    where environment_id = ${environment.id} and status <> 'deleted' and id = ${assetId}`)
