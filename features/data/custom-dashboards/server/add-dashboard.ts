import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'
import { type DashboardFields, insertDashboard } from './custom-dashboards.sql.ts'
import { recordDashboardChangeBy } from './record-dashboard-change.ts'

/** Within a transaction of the environment; the fields are checked. */
export const addDashboard = async (
  organization: Organization,
  environment: Environment,
  actor: Actor,
  fields: DashboardFields,
) => {
  const dashboard = await insertDashboard(environment, fields)
  await recordDashboardChangeBy(actor, organization, environment, {
    happened: 'created',
    dashboard,
  })
}
