import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { customDashboards } from '../contract.ts'
import { createDashboard } from './create-dashboard.ts'
import { listDashboards } from './list-dashboards.ts'
import { removeDashboard } from './remove-dashboard.ts'
import { retrieveDashboard } from './retrieve-dashboard.ts'
import { updateDashboard } from './update-dashboard.ts'

export { addDashboard } from './add-dashboard.ts'

export const customDashboardsServer = feature('custom-dashboards', {
  endpoints: [
    implement(customDashboards, {
      list: listDashboards,
      retrieve: retrieveDashboard,
      create: createDashboard,
      replace: updateDashboard,
      update: updateDashboard,
      remove: removeDashboard,
    }),
  ],
})
