import type { Organization } from '@playhead/server-kit/tenant.ts'
import { setPlanNotices } from '../subscription/subscriptions.sql.ts'

/** The banner about a plan that becomes smaller. KIT-034 */
export const noticeOfNext = (organization: Organization, from: Date | undefined) =>
  setPlanNotices(
    organization,
    from ? [{ type: 'downgrade', id: `downgrade ${from.toISOString().slice(0, 10)}` }] : [],
  )
