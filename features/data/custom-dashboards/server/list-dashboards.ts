import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { customDashboards } from '../contract.ts'
import { countDashboards, listDashboards as list } from './custom-dashboards.sql.ts'
import { presentDashboard } from './present-dashboard.ts'
import { requireFlag } from './require-flag.ts'

/** Without a limit the response has all of them: an environment has few. */
export const listDashboards: Handlers<typeof customDashboards>['list'] = async ({
  environment,
  query,
  ...context
}) => {
  requireFlag(context)
  const [count, rows] = await Promise.all([countDashboards(environment), list(environment, query)])
  return { data: rows.map(presentDashboard), total_row_count: count }
}
