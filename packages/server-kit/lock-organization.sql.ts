import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from './tenant.ts'

/** Inside a transaction: limits and unique names are checked by one change of an organization at a time. */
export const lockOrganization = (organization: Organization) =>
  organization.postgres.run(
    sql`select id from organizations where id = ${organization.id} for no key update`,
  )
