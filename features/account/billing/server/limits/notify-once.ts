import { monthText } from '@playhead/features/account/usage/server'
import type { App } from '@playhead/server-kit/app.ts'
import { listAdminAddresses } from '@playhead/server-kit/identity/members.sql.ts'
import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { type NoticePercent, noticePercents } from './limit-notices.ts'
import { claimLimitNotice } from './limits.sql.ts'

interface Reached {
  subject: string
  percent: NoticePercent
  now: Date
}

/**
 * Mails the admins once a month for each share. A jump over several sends one mail, for the highest. What cannot be
 * mailed is not claimed and is tried again.
 */
export const notifyOnce = (
  app: App,
  organization: Organization,
  { subject, percent, now }: Reached,
  mailOf: (to: string, url: string) => Mail,
) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const url = `${app.settings.publicUrl}/organizations/${organization.id}/account/billing`
    let isNew = false
    for (const one of noticePercents.filter((share) => share <= percent)) {
      const notice = { month: monthText(now), subject, percent: one }
      const isClaimed = await claimLimitNotice(tenant, notice, now)
      isNew ||= isClaimed && one === percent
    }
    if (!isNew) return
    const addresses = await listAdminAddresses(tenant)
    const sent = await Promise.allSettled(addresses.map((to) => app.mailer.send(mailOf(to, url))))
    const failed = sent.find((one) => one.status === 'rejected')
    if (failed && sent.every(({ status }) => status === 'rejected')) throw failed.reason
  })
