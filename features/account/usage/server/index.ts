import { serverCheck } from '@playhead/features/operations/server-alerts/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { usage } from '../contract.ts'
import { prices } from '../prices-contract.ts'
import { sharedCosts } from '../shared-costs-contract.ts'
import { closeEnvironment } from './counting/close-environment.ts'
import { countUsage } from './counting/count-usage.ts'
import { downloadUsageExport } from './exports/download-usage-export.ts'
import { listUsageExports } from './exports/list-usage-exports.ts'
import { listUsage } from './list-usage.ts'
import { listReasons } from './list-reasons.ts'
import { listUsageOfEnvironment } from './list-usage-of-environment.ts'
import { createPrices } from './prices/create-prices.ts'
import { exportPricesCommand } from './prices/export-prices-command.ts'
import { importPricesCommand } from './prices/import-prices-command.ts'
import { previewPrices } from './prices/preview-prices.ts'
import { retrievePrices } from './prices/retrieve-prices.ts'
import { retrieveEnvironmentUsage } from './retrieve-environment-usage.ts'
import { retrieveSummary } from './retrieve-summary.ts'
import { createSharedCost } from './shared-costs/create-shared-cost.ts'
import { listSharedCosts } from './shared-costs/list-shared-costs.ts'
import { removeSharedCost } from './shared-costs/remove-shared-cost.ts'
import { updateSharedCost } from './shared-costs/update-shared-cost.ts'
import { followAssets } from './spans/follow-assets.ts'
import { checkUsage, correctLateHours, verifyHours } from './verify/check-usage.ts'
import { verifyUsageCommand } from './verify/verify-usage-command.ts'

export { countPast } from './counting/count-past.ts'
export { type NewPrices, priceCheck } from './prices/price-check.ts'
export { listPriceBooks } from './prices/price-books.sql.ts'
export { bookOf } from './report/price-usage.ts'
export { findCurrency } from './prices/find-currency.ts'
export { costUntilNow } from './report/month-cost.ts'
export { addMonths, monthText, startOfMonth } from './report/months.ts'
export { listEnvironmentNames } from './report/environment-names.ts'
export { sumUsage } from './report/usage-sums.sql.ts'

export const usageServer = feature('usage', {
  endpoints: [
    implement(usage, {
      list: listUsage,
      listOfEnvironment: listUsageOfEnvironment,
      summary: retrieveSummary,
      listReasons,
      ofEnvironment: retrieveEnvironmentUsage,
      listExports: listUsageExports,
      downloadExport: downloadUsageExport,
    }),
    implement(prices, { retrieve: retrievePrices, create: createPrices, preview: previewPrices }),
    implement(sharedCosts, {
      listSharedCosts,
      createSharedCost,
      updateSharedCost,
      removeSharedCost,
    }),
  ],
  parts: [
    followAssets,
    closeEnvironment,
    serverCheck({ order: 40, name: 'usage', title: 'Usage', keptSeconds: 30, read: checkUsage }),
  ],
  schedules: [countUsage, correctLateHours, verifyHours],
  commands: [verifyUsageCommand, importPricesCommand, exportPricesCommand],
})
