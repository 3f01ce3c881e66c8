import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { customDashboards } from '../contract.ts'
import { findDashboard, listDashboards as list } from './custom-dashboards.sql.ts'
import { presentDashboard } from './present-dashboard.ts'
import { requireFlag } from './require-flag.ts'

type Read = Handlers<typeof customDashboards>

/** All at once: an environment has few. */
export const listDashboards: Read['list'] = async ({ environment, ...context }) => {
  requireFlag(context)
  const data = (await list(environment)).map(presentDashboard)
  return { data, total_row_count: data.length }
}

export const retrieveDashboard: Read['retrieve'] = async ({ environment, params, ...context }) => {
  requireFlag(context)
  const found = await findDashboard(environment, params.id)
  if (!found) throw notFound('dashboard')
  return { data: presentDashboard(found) }
}
