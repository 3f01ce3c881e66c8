import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { customDashboards } from '../contract.ts'
import { countDashboards, findDashboard, listDashboards as list } from './custom-dashboards.sql.ts'
import { presentDashboard } from './present-dashboard.ts'
import { requireFlag } from './require-flag.ts'

type Read = Handlers<typeof customDashboards>

/** Without a limit all at once: an environment has few. */
export const listDashboards: Read['list'] = async ({ environment, query, ...context }) => {
  requireFlag(context)
  const [count, rows] = await Promise.all([countDashboards(environment), list(environment, query)])
  return { data: rows.map(presentDashboard), total_row_count: count }
}

export const retrieveDashboard: Read['retrieve'] = async ({ environment, params, ...context }) => {
  requireFlag(context)
  const found = await findDashboard(environment, params.id)
  if (!found) throw notFound('dashboard')
  return { data: presentDashboard(found) }
}
