import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sharedCosts } from '../../shared-costs-contract.ts'
import { findCurrency } from '../prices/find-currency.ts'
import { presentSharedCost } from './present-shared-cost.ts'
import { listSharedCosts as listRows } from './shared-costs.sql.ts'

export const listSharedCosts: Handlers<typeof sharedCosts>['listSharedCosts'] = async ({
  app,
}) => ({
  data: {
    mode: app.settings.billing,
    currency: (await findCurrency(app, app.clock.now())) ?? null,
    costs: (await listRows(app.postgres)).map(presentSharedCost),
  },
})
