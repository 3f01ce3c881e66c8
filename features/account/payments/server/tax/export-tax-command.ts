import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { fileOf } from './present-tax-table.ts'
import { newestTaxTable } from './tax-tables.sql.ts'

export const exportTaxCommand = command({
  name: 'tax export',
  summary: 'Print the newest tax rates in the format of tax import',
  options: z.object({}),
  run: async ({ postgres }) => fileOf((await newestTaxTable(postgres)) ?? { rates: [] }),
})
