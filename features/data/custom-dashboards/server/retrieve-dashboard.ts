import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { customDashboards } from '../contract.ts'
import { findDashboard } from './custom-dashboards.sql.ts'
import { presentDashboard } from './present-dashboard.ts'
import { requireFlag } from './require-flag.ts'

export const retrieveDashboard: Handlers<typeof customDashboards>['retrieve'] = async ({
  environment,
  params,
  ...context
}) => {
  requireFlag(context)
  const found = await findDashboard(environment, params.id)
  if (!found) throw notFound('dashboard')
  return { data: presentDashboard(found) }
}
