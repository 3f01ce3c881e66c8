import type { Meter } from '@playhead/domain/usage.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { usage } from '../contract.ts'
import { requireKnown } from './read-usage.ts'
import { addMonths, monthOf } from './report/months.ts'
import { priceSlice } from './report/price-usage.ts'
import { metersOf } from './retrieve-summary.ts'

/** BILL-021: views and bytes are data, the others are video. */
const ofData: readonly Meter[] = ['views_hosted', 'views_other', 'stored_bytes', 'delivered_bytes']

export const retrieveEnvironmentUsage: Handlers<typeof usage>['ofEnvironment'] = async ({
  app,
  organization,
  params,
  query,
}) => {
  await requireKnown(organization, params.id)
  const month = monthOf(query.month, app.clock.now())
  const slice = { from: month, until: addMonths(month, 1), environmentId: params.id }
  const rows = await priceSlice(organization, slice, 'all')
  return {
    data: metersOf(rows).filter(({ meter }) => ofData.includes(meter) === (query.part === 'data')),
  }
}
