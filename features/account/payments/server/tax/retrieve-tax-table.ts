import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { tax } from '../../tax-contract.ts'
import { presentTaxTable } from './present-tax-table.ts'
import { newestTaxTable } from './tax-tables.sql.ts'

export const retrieveTaxTable: Handlers<typeof tax>['retrieveTable'] = async ({ app }) => {
  const table = await newestTaxTable(app.postgres)
  return { data: { mode: app.settings.billing, table: table ? presentTaxTable(table) : null } }
}
