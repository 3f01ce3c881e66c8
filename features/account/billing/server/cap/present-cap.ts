import { findCurrency, monthText } from '@playhead/features/account/usage/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { findCap } from './caps.sql.ts'
import { nothingToCap } from './nothing-to-cap.ts'
import { isReached } from './refuse-at-cap.ts'

export const presentCap = async (app: App, organization: Organization, plan: string) => {
  const now = app.clock.now()
  const cap = await findCap(organization)
  return {
    currency: (await findCurrency(organization, now)) ?? null,
    nothing_to_cap: await nothingToCap(app, organization, plan),
    cap: cap
      ? {
          cents: cap.cents,
          action: cap.action,
          spent_cents: cap.spent_month === monthText(now) ? cap.spent_cents : null,
          checked_at: cap.checked_at?.toISOString() ?? null,
          is_reached: isReached(app, cap),
        }
      : null,
  }
}
