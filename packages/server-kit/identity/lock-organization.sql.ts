import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '../tenant.ts'

/** Call it inside a transaction: changes that check limits and unique names of an organization run one at a time. */
export const lockOrganization = (organization: Organization) =>
  organization.postgres.run(
    sql`select id from organizations where id = ${organization.id} for no key update`,
  )
