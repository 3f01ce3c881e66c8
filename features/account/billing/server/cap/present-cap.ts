import { findCurrency } from '@playhead/features/account/usage/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { findCap } from './caps.sql.ts'
import { isReached } from './refuse-at-cap.ts'
import { monthText } from '@playhead/features/account/usage/server'

export const presentCap = async (organization: Organization, now: Date) => {
  const [cap, currency] = [await findCap(organization), await findCurrency(organization, now)]
  return {
    currency: currency ?? null,
    cap: cap
      ? {
          cents: cap.cents,
          action: cap.action,
          spent_cents: cap.spent_month === monthText(now) ? cap.spent_cents : null,
          checked_at: cap.checked_at?.toISOString() ?? null,
          is_reached: isReached(cap, now),
        }
      : null,
  }
}
