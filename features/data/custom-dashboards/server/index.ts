import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { customDashboards } from '../contract.ts'
import { listDashboards, retrieveDashboard } from './read-dashboards.ts'
import { createDashboard, removeDashboard, updateDashboard } from './write-dashboards.ts'

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
