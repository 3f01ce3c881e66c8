import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type customDashboards, dashboardLimits } from '../contract.ts'
import { checkFields } from './check-fields.ts'
import { countDashboards, insertDashboard, lockDashboardsOf } from './custom-dashboards.sql.ts'
import { inFlaggedTransaction } from './in-flagged-transaction.ts'
import { presentDashboard } from './present-dashboard.ts'
import { recordDashboardChange } from './record-dashboard-change.ts'

export const createDashboard: Handlers<typeof customDashboards>['create'] = ({
  body,
  ...context
}) =>
  inFlaggedTransaction(context, async (tenant) => {
    checkFields(body, context.flags)
    await lockDashboardsOf(tenant)
    if ((await countDashboards(tenant)) >= dashboardLimits.perEnvironment)
      throw invalidField(
        'display_name',
        `An environment has at most ${dashboardLimits.perEnvironment} custom dashboards.`,
      )
    const created = await insertDashboard(tenant, body)
    await recordDashboardChange(context, tenant, 'created', created)
    return { data: presentDashboard(created) }
  })
