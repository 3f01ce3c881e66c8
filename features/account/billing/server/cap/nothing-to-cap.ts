import type { App } from '@playhead/server-kit/app.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import { type CapRow, findCharge } from './caps.sql.ts'

/** Where nothing is charged at all, a cap is compared with what usage is shown to cost. */
export const countsAnyUsage = ({ settings }: Pick<App, 'settings'>) =>
  settings.billing === 'showback'

/** A cap on a plan that charges no usage rests: it would stop video for money that nobody pays (docs/adr/0093). */
export const isCounted = (app: Pick<App, 'settings'>, cap: CapRow) =>
  countsAnyUsage(app) || cap.is_usage_charged

/** Why a cap counts nothing; null where it counts. */
export const nothingToCap = async (
  app: Pick<App, 'settings'>,
  organization: Organization,
  plan: string,
) => {
  if (countsAnyUsage(app)) return null
  const { is_usage_charged: isCharged, has_subscription: hasPlan } = await findCharge(organization)
  if (isCharged) return null
  return hasPlan
    ? `Your plan ${plan} charges no usage, so there is nothing to cap.`
    : 'Without a subscription nothing is charged, so there is nothing to cap.'
}
