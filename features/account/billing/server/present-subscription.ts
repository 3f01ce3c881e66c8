import type { Flags } from '@playhead/domain/flags.ts'
import type { PlanRow, SubscriptionRow } from '@playhead/features/account/plans/server'

/** BILL-013. What was agreed with an organization is for its admins. */
export const presentSubscription = (
  row: SubscriptionRow,
  { flags, isAdmin }: { flags: Flags; isAdmin: boolean },
) => ({
  plan_id: row.plan_id,
  plan_version: row.plan_version,
  billing_frequency: row.billing_frequency,
  feature_flags: {
    test_video_only: flags.testVideoOnly,
    data_view_limit: flags.dataViewLimit,
    max_filters: flags.maxFilters,
    max_users: flags.maxUsers,
    retention_days: flags.retentionDays,
  },
  commercial_details: isAdmin ? row.commercial_details : null,
  started_at: row.started_at.toISOString(),
  period_start: row.period_start.toISOString(),
})

/** BILL-011 */
export const isLegacy = (plan: PlanRow | undefined) => plan?.is_offered === false
