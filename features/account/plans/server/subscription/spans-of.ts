import type { Period, SubscriptionSpan } from '@playhead/domain/rating/fee-lines.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { listSpans } from './spans.sql.ts'

/** The subscription of an organization through a period, such as a past month, for `feeLines` and `includedOfMonth`. */
export const spansOf = async (
  organization: Organization,
  period: Period,
): Promise<SubscriptionSpan[]> =>
  (await listSpans(organization, period)).map((row) => ({
    planId: row.plan_id,
    planName: row.plan_name,
    planVersion: row.plan_version,
    frequency: row.billing_frequency,
    fees: row.fees,
    included: row.included,
    overage: row.overage,
    currency: row.currency,
    from: row.from_at,
    until: row.until_at,
  }))
