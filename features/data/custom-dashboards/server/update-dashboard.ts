import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { customDashboards } from '../contract.ts'
import { checkFields } from './check-fields.ts'
import {
  type DashboardFields,
  type DashboardRow,
  lockDashboard,
  updateDashboard as update,
} from './custom-dashboards.sql.ts'
import { inFlaggedTransaction } from './in-flagged-transaction.ts'
import { presentDashboard } from './present-dashboard.ts'
import { recordDashboardChange } from './record-dashboard-change.ts'

const differences = (from: DashboardRow, to: DashboardRow) => ({
  ...(from.display_name !== to.display_name && {
    display_name: { from: from.display_name, to: to.display_name },
  }),
  ...(from.timeframe_start !== to.timeframe_start && {
    timeframe_start: { from: from.timeframe_start, to: to.timeframe_start },
  }),
  version: { from: from.version, to: to.version },
})

export const updateDashboard: Handlers<typeof customDashboards>['update'] = ({
  params,
  body,
  ...context
}) =>
  inFlaggedTransaction(context, async (tenant) => {
    const current = await lockDashboard(tenant, params.id)
    if (!current) throw notFound('dashboard')
    if (body.version !== current.version)
      throw invalidField(
        'version',
        'Another person has changed this dashboard since you opened it. Reload it before you save.',
      )
    checkFields(body, context.flags)
    const wanted: DashboardFields = {
      display_name: body.display_name ?? current.display_name,
      timeframe_start: body.timeframe_start ?? current.timeframe_start,
      dashboard_contents: body.dashboard_contents ?? current.dashboard_contents,
    }
    const changed = await update(tenant, current.id, wanted)
    await recordDashboardChange(context, tenant, 'updated', changed, differences(current, changed))
    return { data: presentDashboard(changed) }
  })
