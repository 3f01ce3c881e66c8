import type { DashboardRow } from './custom-dashboards.sql.ts'

export const presentDashboard = ({ created_at, updated_at, ...row }: DashboardRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
