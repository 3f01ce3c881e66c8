import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { fileOf } from './present-tax-table.ts'
import { newestTaxTable } from './tax-tables.sql.ts'

export const exportTaxCommand = command({
  name: 'tax export',
  summary: 'Show the newest tax rates as tax import reads them',
  options: z.object({}),
  run: async ({ postgres }) => fileOf((await newestTaxTable(postgres)) ?? { rates: [] }),
})
