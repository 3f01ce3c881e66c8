import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { customDashboards } from '../contract.ts'
import { deleteDashboard, lockDashboard } from './custom-dashboards.sql.ts'
import { inFlaggedTransaction } from './in-flagged-transaction.ts'
import { recordDashboardChange } from './record-dashboard-change.ts'

export const removeDashboard: Handlers<typeof customDashboards>['remove'] = ({
  params,
  ...context
}) =>
  inFlaggedTransaction(context, async (tenant) => {
    const current = await lockDashboard(tenant, params.id)
    if (!current) throw notFound('dashboard')
    await deleteDashboard(tenant, current.id)
    await recordDashboardChange(context, tenant, 'deleted', current)
    return undefined
  })
