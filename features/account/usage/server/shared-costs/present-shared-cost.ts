import type { SharedCostRow } from './shared-costs.sql.ts'

export const presentSharedCost = (row: SharedCostRow) => ({
  id: row.id,
  name: row.name,
  cents_per_month: row.cents_per_month,
  shared_by: row.shared_by,
  valid_from: row.valid_from,
  valid_until: row.valid_until,
})
