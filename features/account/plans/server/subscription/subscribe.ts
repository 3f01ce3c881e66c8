import type { Organization } from '@playhead/server-kit/tenant.ts'
import {
  recordSubscription,
  saveSubscription,
  setPlanOfOrganization,
  type Terms,
} from './subscriptions.sql.ts'

const startOfMonth = (time: Date) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1))

/** Puts an organization on a version of a plan from a moment on. Call it inside a transaction. */
export const subscribe = async (organization: Organization, terms: Terms, now: Date) => {
  const periodStart = terms.frequency === 'year' ? now : startOfMonth(now)
  await saveSubscription(organization, terms, { now, periodStart })
  await recordSubscription(organization, terms, now)
  await setPlanOfOrganization(organization, terms.plan)
}
